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
  type LucideIcon,
  PencilLine,
  Settings,
  UserRound,
} from 'lucide-react'
import { useEffect } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { keepOfflinePage } from '@/shared/device/install'
import { common, shellTexts } from '@/shared/i18n/common'
import { fill } from '@/shared/i18n/format'
import { AppLayout, MenuAction, MenuLink, type MenuLinkProps } from '@/shared/layout/AppLayout'
import { BrandLink } from '@/shared/layout/header'
import styles from '@/shared/layout/layout.module.css'
import { paths } from '@/shared/paths'
import { useLogOut } from '@/shared/session/useLogOut'
import { useSession, useUser } from '@/shared/session/useSession'

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
      notice={isAssumed && shellTexts.readBefore}
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

interface Tab {
  to: string
  label: string
  icon: LucideIcon
  /** The pages that belong to it. */
  covers: RegExp
}

const tabs: Tab[] = [
  { to: paths.dashboard, label: common.home, icon: House, covers: /^\/dashboard$/ },
  {
    to: paths.practise,
    label: shellTexts.practiseTab,
    icon: PencilLine,
    covers:
      /^\/(practise|exams|exam-type|university|subscription|categories|category-courses|course-subjects|mode-of-assessment|registered-subjects|select-subject-topic|offline|calculator|instructions|start-exam|start-mock\/.*)$/,
  },
  {
    to: paths.results,
    label: shellTexts.results,
    icon: ClipboardList,
    covers:
      /^\/(results$|practice-results|theories-(results|grade)|mock-score$|my-reports$|to-learn)/,
  },
  {
    to: paths.profile,
    label: shellTexts.me,
    icon: UserRound,
    covers: /^\/(profile|account-setting$|saved-|my-subscriptions$|subscription-plans$)/,
  },
]

/** The four places that a student goes to most, at the bottom edge of a phone. */
function TabBar() {
  const { pathname } = useLocation()
  // Page, toasts and the ways on of a step keep clear of it.
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.tabs = ''
    return () => {
      delete dataset.tabs
    }
  }, [])
  return (
    <nav className={styles.tabs} aria-label={shellTexts.tabs}>
      {tabs.map(({ to, label, icon: Icon, covers }) => (
        <Link
          key={to}
          to={to}
          aria-current={covers.test(pathname) ? (pathname === to ? 'page' : true) : undefined}
        >
          <Icon size={22} strokeWidth={1.9} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  )
}
