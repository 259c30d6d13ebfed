// The frame of the screens before login.
import { Outlet, useLocation } from 'react-router'
import { AuthLayout } from '@/ui/layouts/AuthLayout'
import { BrandLink } from './BrandLink'
import { messages } from './messages'

const words = messages.shell

export function AuthShell() {
  const { pathname } = useLocation()
  return (
    <AuthLayout
      location={pathname}
      brand={<BrandLink />}
      promise={words.promise}
      points={[words.practise, words.saved, words.why]}
    >
      <Outlet />
    </AuthLayout>
  )
}
