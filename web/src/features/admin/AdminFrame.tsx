// The back office's frame and menu: its special screens, and all declared entities.
import { adminPaths } from './paths'
import './styles'
import { type MantineThemeOverride, MantineThemeProvider } from '@mantine/core'
import {
  AppWindow,
  Banknote,
  CalendarCheck,
  ChartColumn,
  Eye,
  FileUp,
  Flag,
  History,
  LayoutDashboard,
  Library,
  ListChecks,
  Mail,
  MailCheck,
  PenLine,
  Rss,
  SearchCheck,
  Sigma,
} from 'lucide-react'
import { matchPath } from 'react-router'
import type { User } from '@/shared/api/types'
import type { MenuLinkProps } from '@/shared/layout/MenuLink'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { AdminShell, type MenuGroup } from './AdminShell'
import { type Access, may } from './access'
import { ProofDialog } from './account/ProofDialog'
import { messages } from './messages'
import { resources } from './resources'
import { Shortcuts } from './shortcuts/Shortcuts'

const words = messages.admin

interface Entry extends MenuLinkProps {
  /** Who sees it. */
  access?: Access | undefined
}

const listed = resources.flatMap(({ name, menu, screens, texts, access }) =>
  menu
    ? [
        {
          group: menu.group,
          to: screens.list,
          label: texts.many,
          icon: menu.icon,
          access: access.see,
          covers: (pathname: string) => isBelow(name, pathname),
        },
      ]
    : [],
)

/**
 * Whether an address that does not start with the list's belongs to this entity or a nested one.
 */
function isBelow(name: string, pathname: string): boolean {
  return resources.some(({ name: own, screens: { list, add, edit }, parent }) => {
    const isBelowList = matchPath({ path: list, end: false }, pathname) !== null
    if (own === name) return !isBelowList && [add, edit].some((one) => matchPath(one, pathname))
    return parent?.of.name === name && (isBelowList || isBelow(own, pathname))
  })
}
const titles = [...new Set(listed.map(({ group }) => group)), 'Money']

const menuNow = (): { title?: string; entries: Entry[] }[] => {
  const grouped = [
    { group: 'Site', to: adminPaths.homeSetting, label: words.home, icon: AppWindow },
    ...listed,
    ...besideListed(),
  ]
  return [
    { entries: [{ to: paths.admin, label: words.dashboard, icon: LayoutDashboard, end: true }] },
    {
      title: words.questions,
      entries: [
        {
          to: adminPaths.questionSubjects,
          label: words.questionBank,
          icon: Library,
          covers: isInBank,
        },
        { to: adminPaths.import, label: words.importQuestions, icon: FileUp, end: true },
        { to: adminPaths.needsLook, label: words.needsLook, icon: Eye },
        { to: adminPaths.questionStatistics, label: words.statistics, icon: ChartColumn },
        { to: adminPaths.bankCheck, label: words.bankCheck, icon: SearchCheck },
        { to: adminPaths.bankStats, label: words.bankStats, icon: Sigma },
      ],
    },
    {
      title: words.theoryGroup,
      entries: [
        {
          to: adminPaths.userTheories,
          label: words.theory,
          icon: PenLine,
          access: 'moderator',
        },
        { to: adminPaths.reports, label: words.reports, icon: Flag, access: 'moderator' },
      ],
    },
    ...titles.map((title) => ({
      title,
      entries: grouped.filter(({ group }) => group === title),
    })),
    { title: words.record, entries: [{ to: adminPaths.audit, label: words.audit, icon: History }] },
  ]
}

/**
 * Whether the screen is part of the question bank, whose paths do not share a prefix (spec 3 §2).
 */
const isInBank = (pathname: string) =>
  /^\/admin\/(subject-years|topicsection|topic-sections|questions|theories|bank\/export)\//.test(
    pathname,
  ) && pathname !== adminPaths.import

/** Menu entries in the groups of the declared entities that are not entities. */
const besideListed = () => [
  { group: 'People', to: adminPaths.studentSubscriptions, label: words.held, icon: CalendarCheck },
  { group: 'People', to: adminPaths.registeredSubjects, label: words.registered, icon: ListChecks },
  { group: 'People', to: adminPaths.contactUs, label: words.contact, icon: Mail },
  { group: 'People', to: adminPaths.newsletter, label: words.newsletter, icon: Rss },
  { group: 'People', to: adminPaths.mails, label: words.mails, icon: MailCheck },
  { group: 'Money', to: adminPaths.payments, label: words.payments, icon: Banknote },
]

/** The part of the menu that this person may see. */
export const menuOf = (user: User | null): MenuGroup[] =>
  menuNow()
    .map((group) => ({
      ...group,
      entries: group.entries
        .filter(({ access }) => may(user, access))
        .map(({ access: _, ...entry }) => entry),
    }))
    .filter(({ entries }) => entries.length > 0)

/** The hint of a field is below it, where the error comes too. */
const forms: MantineThemeOverride = {
  components: {
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
  },
}

export function AdminFrame() {
  const user = useUser()
  const menu = menuOf(user)
  const home = may(user) ? paths.admin : adminPaths.userTheories
  return (
    <MantineThemeProvider theme={forms}>
      <AdminShell
        menu={menu}
        home={home}
        account={adminPaths.account}
        tools={<Shortcuts menu={menu} />}
      />
      <ProofDialog />
    </MantineThemeProvider>
  )
}
