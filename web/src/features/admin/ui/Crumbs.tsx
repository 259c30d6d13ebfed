// Breadcrumbs from the dashboard to the current page.
import { Anchor, Breadcrumbs, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '@/shared/paths'
import { adminTexts } from '../messages'

export function Crumbs({ trail, here }: CrumbsProps) {
  return (
    <nav aria-label={adminTexts.crumbs}>
      <Breadcrumbs
        mb="sm"
        styles={{
          root: { flexWrap: 'wrap', rowGap: 4 },
          breadcrumb: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
        }}
      >
        {[{ title: adminTexts.dashboard, to: paths.admin }, ...(trail ?? [])].map(
          ({ title, to }) => (
            <Anchor key={to} component={Link} to={to} fz="sm">
              {title}
            </Anchor>
          ),
        )}
        <Text fz="sm" c="dimmed" aria-current="page">
          {here}
        </Text>
      </Breadcrumbs>
    </nav>
  )
}

export interface Crumb {
  title: string
  to: string
}

interface CrumbsProps {
  /** The pages between the dashboard and this one. */
  trail?: Crumb[]
  /** The title of this page. */
  here: string
}
