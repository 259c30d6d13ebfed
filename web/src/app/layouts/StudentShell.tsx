// The student's frame: welcome name, Home, Log Out, and the left menu.
import { Button, Text } from '@mantine/core'
import {
  BookOpen,
  ClipboardList,
  CreditCard,
  GraduationCap,
  House,
  LayoutDashboard,
  LogOut,
  Settings,
  UserRound,
} from 'lucide-react'
import { useEffect } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { keepOfflinePage } from '@/shared/device/install'
import { common } from '@/shared/i18n/common'
import { fill } from '@/shared/i18n/format'
import { BrandLink } from '@/shared/layout/BrandLink'
import { MenuAction, MenuLink, type MenuLinkProps } from '@/shared/layout/MenuLink'
import styles from '@/shared/layout/shell.module.css'
import { shellTexts } from '@/shared/messages'
import { paths } from '@/shared/paths'
import { useLogOut } from '@/shared/session/useLogOut'
import { useSession, useUser } from '@/shared/session/useSession'
import { AppLayout } from '@/shared/ui/layouts/AppLayout'
import { readBefore } from './studentMessages'
import { TabBar } from './TabBar'

/** The left menu (spec 1 §2), in the order of the specification. */
const menu = (): MenuLinkProps[] => [
  { to: paths.dashboard, label: shellTexts.dashboard, icon: LayoutDashboard },
  { to: paths.profile, label: shellTexts.profile, icon: UserRound },
  { to: paths.savedSubjects, label: common.registeredSubjects, icon: BookOpen },
  { to: paths.mySubscriptions, label: common.mySubscriptions, icon: CreditCard },
  { to: paths.results, label: shellTexts.results, icon: ClipboardList },
  { to: paths.mockScore, label: shellTexts.mockScore, icon: GraduationCap },
  { to: paths.accountSetting, label: shellTexts.accountSetting, icon: Settings },
]

export function StudentShell() {
  const { pathname } = useLocation()
  const { logOut, leaving, dialog } = useLogOut()
  const name = useUser()?.first_name
  const isAssumed = useSession(({ session }) => session.is === 'in' && session.isAssumed)
  useEffect(keepOfflinePage, [])
  return (
    <AppLayout
      location={pathname}
      notice={isAssumed && readBefore}
      brand={<BrandLink />}
      greeting={
        <Text component="span" fz="sm">
          {fill(shellTexts.welcome, { name: <b>{name}</b> })}
        </Text>
      }
      actions={
        <>
          <Button component={Link} to={paths.home} variant="subtle" color="gray">
            {common.home}
          </Button>
          <Button variant="default" loading={leaving} onClick={logOut}>
            {common.logOut}
          </Button>
        </>
      }
      menu={
        <>
          {menu().map((entry) => (
            <MenuLink key={entry.to} {...entry} />
          ))}
          <MenuAction label={shellTexts.logout} icon={LogOut} disabled={leaving} onClick={logOut} />
        </>
      }
      menuFooter={
        // From the top bar, which has no room for it on a phone. Home is a tab there.
        <div className={styles.phoneOnly}>
          <MenuLink to={paths.home} label={shellTexts.publicSite} icon={House} end />
        </div>
      }
      tabs={<TabBar />}
    >
      <Outlet />
      {dialog}
    </AppLayout>
  )
}
