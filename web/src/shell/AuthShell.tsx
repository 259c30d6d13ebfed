// The frame of the sign-in screens.
import { Outlet } from 'react-router'
import { AuthLayout } from '@/ui/layouts/AuthLayout'
import { BrandLink } from './BrandLink'
import { messages } from './messages'

const words = messages.shell

export function AuthShell() {
  return (
    <AuthLayout
      brand={<BrandLink />}
      promise={words.promise}
      points={[words.practise, words.saved, words.why]}
    >
      <Outlet />
    </AuthLayout>
  )
}
