// The frame of the screens before login.
import { Outlet, useLocation } from 'react-router'
import { BrandLink } from '@/shared/layout/BrandLink'
import { messages } from '@/shared/messages'
import { AuthLayout } from '@/shared/ui/layouts/AuthLayout'

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
