// The word mark as a link to the home page.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { Logo } from '@/ui/Logo'

export function BrandLink({ to = paths.home }: { to?: string }) {
  return (
    <Anchor component={Link} to={to} underline="never" c="inherit" aria-label="Sabi, home">
      <Logo />
    </Anchor>
  )
}
