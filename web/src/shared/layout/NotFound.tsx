// The page for unknown addresses.
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import lost from '@/shared/ui/art/lost.svg?no-inline'
import { EmptyState } from '@/shared/ui/states'

export const notFoundTexts = {
  notFound: 'Page Not Found',
  notFoundText: 'The address may be mistyped, or the page has moved.',
}

export function NotFound() {
  return (
    <>
      <title>{`${notFoundTexts.notFound} · Sabi`}</title>
      <EmptyState
        art={lost}
        heading
        title={notFoundTexts.notFound}
        action={
          <Button component={Link} to={paths.home} mt="md">
            {common.home}
          </Button>
        }
      >
        {notFoundTexts.notFoundText}
      </EmptyState>
    </>
  )
}
