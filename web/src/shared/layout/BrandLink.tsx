// The logo as a link to the home page.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { shellTexts } from '@/shared/messages'
import { paths } from '@/shared/paths'
import { Logo } from '@/shared/ui/Logo'

export function BrandLink({ to = paths.home }: { to?: string }) {
  return (
    <Anchor component={Link} to={to} underline="never" c="inherit" aria-label={shellTexts.homeOf}>
      <Logo />
    </Anchor>
  )
}
