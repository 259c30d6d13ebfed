// The public site's frame; its links come with their screens.
import { Button } from '@mantine/core'
import { Link, Outlet } from 'react-router'
import { paths } from '@/paths'
import { useSession } from '@/stores/session'
import { PublicLayout } from '@/ui/layouts/PublicLayout'
import { BrandLink } from './BrandLink'
import { messages } from './messages'

export function PublicShell() {
  return (
    <PublicLayout brand={<BrandLink />} actions={<AccountLink />}>
      <Outlet />
    </PublicLayout>
  )
}

function AccountLink() {
  const { status, user } = useSession()
  if (status === 'in') {
    const admin = user?.role === 'admin'
    return (
      <Button component={Link} to={admin ? paths.admin : paths.dashboard}>
        {messages.shell.dashboard}
      </Button>
    )
  }
  return (
    <Button component={Link} to={paths.login}>
      {messages.shell.logIn}
    </Button>
  )
}
