// The four places that a student goes to most, at the bottom edge of a phone.
import { ClipboardList, House, type LucideIcon, PencilLine, UserRound } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { common } from '@/shared/i18n/common'
import { shellTexts } from '@/shared/messages'
import { paths } from '@/shared/paths'
import styles from './TabBar.module.css'

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
      /^\/(practise|exams|exam-type|university|subscription|categories|category-courses|course-subjects|mode-of-assessment|registered-subjects|select-subject-topic|instructions|start-exam|start-mock\/.*)$/,
  },
  {
    to: paths.results,
    label: shellTexts.results,
    icon: ClipboardList,
    covers: /^\/(results$|practice-results|theories-(results|grade)|mock-score$|my-reports$)/,
  },
  {
    to: paths.profile,
    label: shellTexts.me,
    icon: UserRound,
    covers: /^\/(profile|account-setting$|saved-|my-subscriptions$|subscription-plans$)/,
  },
]

export function TabBar() {
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
