// The frame of the sign-in screens.
import { Outlet } from 'react-router'
import { AuthLayout } from '@/ui/layouts/AuthLayout'
import { BrandLink } from './BrandLink'

export function AuthShell() {
  return (
    <AuthLayout
      brand={<BrandLink />}
      promise="Know it before the day."
      points={[
        'Practise on questions set out as in the real paper, against the real clock.',
        'Every answer is saved as you give it, also when the network goes.',
        'See what went wrong, and why, as soon as you submit.',
      ]}
    >
      <Outlet />
    </AuthLayout>
  )
}
