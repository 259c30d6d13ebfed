// The logo as a link to the home page.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { messages } from '@/shared/messages'
import { paths } from '@/shared/paths'
import { Logo } from '@/shared/ui/Logo'

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
