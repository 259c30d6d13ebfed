// The logo as a link to the home page.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { Logo } from '@/ui/Logo'
import { messages } from './messages'

export function BrandLink({ to = paths.home }: { to?: string }) {
  return (
    <Anchor
      component={Link}
      to={to}
      underline="never"
      c="inherit"
      aria-label={messages.shell.homeOf}
    >
      <Logo />
    </Anchor>
  )
}
