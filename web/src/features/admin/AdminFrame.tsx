// The back office's frame and menu: its special screens, all declared entities, and the shortcuts.
import './styles'
import {
  Button,
  Kbd,
  type MantineThemeOverride,
  MantineThemeProvider,
  UnstyledButton,
} from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import {
  AppWindow,
  Banknote,
  CalendarCheck,
  ChartColumn,
  CircleUserRound,
  Eye,
  FileUp,
  Flag,
  History,
  LayoutDashboard,
  Library,
  ListChecks,
  LogOut,
  Mail,
  Mails,
  PenLine,
  Rss,
  Search,
  SearchCheck,
  Sigma,
  UserRound,
} from 'lucide-react'
import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import type { User } from '@/shared/api/types'
import { shellTexts } from '@/shared/i18n/common'
import { AppLayout, MenuAction, type MenuLinkProps } from '@/shared/layout/AppLayout'
import { BrandLink } from '@/shared/layout/header'
import styles from '@/shared/layout/layout.module.css'
import { paths } from '@/shared/paths'
import { useLogOut } from '@/shared/session/useLogOut'
import { useUser } from '@/shared/session/useSession'
import { lazyPart } from '@/shared/ui/lazyPart'
import content from './AdminFrame.module.css'
import { type Access, may } from './access'
import type { ProofFormProps } from './account/ProofForm'
import { answerProof, useServerDemands } from './account/serverDemands'
import { adminTexts, mod, shortcutsTexts } from './messages'
import { adminPaths } from './paths'
import { resources } from './resources'
import type { CommandPaletteProps } from './shortcuts/CommandPalette'
import {
  isFree,
  keyOf,
  listKeys,
  press,
  pressSave,
  useSingleKeysSetting,
} from './shortcuts/listKeys'
import type { ShortcutsDialogProps } from './shortcuts/ShortcutsDialog'
import { AppLink, AppLinks } from './ui/AppLink'

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
    if (own !== name && parent?.of.name !== name) return false
    const isBelowList = startOf(list).test(pathname)
    if (own === name) return !isBelowList && [add, edit].some((one) => whole(one).test(pathname))
    return isBelowList || isBelow(own, pathname)
  })
}

/** The pattern of a path with parameters: the whole path, or the start of longer ones too. */
const whole = pattern((path) => `^${path}/?$`)
const startOf = pattern((path) => `^${path}(/|$)`)

/** Compiled once: each page asks for every entry of the menu. */
function pattern(source: (path: string) => string) {
  const compiled = new Map<string, RegExp>()
  return (path: string) => {
    const found = compiled.get(path) ?? new RegExp(source(path.replace(/:\w+/g, '[^/]+')), 'i')
    compiled.set(path, found)
    return found
  }
}

const titles = [...new Set(listed.map(({ group }) => group)), 'Money']

const menuNow = (): { title?: string; entries: Entry[] }[] => {
  const grouped = [
    { group: 'Site', to: adminPaths.homeSetting, label: adminTexts.home, icon: AppWindow },
    ...listed,
    ...besideListed(),
  ]
  return [
    {
      entries: [{ to: paths.admin, label: adminTexts.dashboard, icon: LayoutDashboard, end: true }],
    },
    {
      title: adminTexts.questions,
      entries: [
        {
          to: adminPaths.questionSubjects,
          label: adminTexts.questionBank,
          icon: Library,
          covers: isInBank,
        },
        { to: adminPaths.import, label: adminTexts.importQuestions, icon: FileUp, end: true },
        { to: adminPaths.needsLook, label: adminTexts.needsLook, icon: Eye },
        { to: adminPaths.questionStatistics, label: adminTexts.statistics, icon: ChartColumn },
        { to: adminPaths.bankCheck, label: adminTexts.bankCheck, icon: SearchCheck },
        { to: adminPaths.bankStats, label: adminTexts.bankStats, icon: Sigma },
      ],
    },
    {
      title: adminTexts.theoryGroup,
      entries: [
        {
          to: adminPaths.userTheories,
          label: adminTexts.theory,
          icon: PenLine,
          access: 'moderator',
        },
        { to: adminPaths.reports, label: adminTexts.reports, icon: Flag, access: 'moderator' },
      ],
    },
    ...titles.map((title) => ({
      title,
      entries: grouped.filter(({ group }) => group === title),
    })),
    {
      title: adminTexts.record,
      entries: [{ to: adminPaths.audit, label: adminTexts.audit, icon: History }],
    },
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
  {
    group: 'People',
    to: adminPaths.studentSubscriptions,
    label: adminTexts.held,
    icon: CalendarCheck,
  },
  {
    group: 'People',
    to: adminPaths.registeredSubjects,
    label: adminTexts.registered,
    icon: ListChecks,
  },
  { group: 'People', to: adminPaths.contactUs, label: adminTexts.contact, icon: Mail },
  { group: 'People', to: adminPaths.newsletter, label: adminTexts.newsletter, icon: Rss },
  { group: 'People', to: adminPaths.mails, label: adminTexts.mails, icon: Mails },
  { group: 'Money', to: adminPaths.payments, label: adminTexts.payments, icon: Banknote },
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

// Without properties, so that a navigation renders only what follows the address.
export const AdminFrame = memo(function AdminFrame() {
  const user = useUser()
  const menu = menuOf(user)
  const home = may(user) ? paths.admin : adminPaths.userTheories
  return (
    <MantineThemeProvider theme={forms}>
      <AppLinks>
        <AdminShell
          menu={menu}
          home={home}
          account={adminPaths.account}
          tools={<Shortcuts menu={menu} />}
        />
      </AppLinks>
      <ProofDialog />
    </MantineThemeProvider>
  )
})

/** A group of menu entries. */
export interface MenuGroup {
  title?: string
  entries: MenuLinkProps[]
}

interface AdminShellProps {
  menu: MenuGroup[]
  /** This person's start page. */
  home: string
  /** This person's account page. */
  account: string
  /** The tools in the bar above every page. */
  tools: ReactNode
}

/**
 * The back office's frame (spec 3 §2): the admin's name above the menu, Profile and Logout above
 * the page, the copyright line below it.
 */
function AdminShell({ menu, home, account, tools }: AdminShellProps) {
  const { pathname } = useLocation()
  const { logOut, leaving, dialog } = useLogOut()
  const user = useUser()
  useMarkInSight(pathname)
  const lists = useRef<HTMLDivElement>(null)
  useStickyHeads(lists)
  // Parts that do not depend on the address: the same elements, which React does not render again.
  const brand = useMemo(() => <BrandLink to={home} />, [home])
  const actions = useMemo(
    () => (
      <>
        <Button component={Link} to={paths.profile} variant="subtle" color="gray">
          {shellTexts.profile}
        </Button>
        <Button variant="default" loading={leaving} onClick={logOut}>
          {shellTexts.logout}
        </Button>
      </>
    ),
    [leaving, logOut],
  )
  return (
    <AppLayout
      location={pathname}
      brand={brand}
      greeting={tools}
      actions={actions}
      menu={
        <>
          <MenuEntry
            to={account}
            label={`${user?.first_name ?? ''} ${user?.last_name ?? ''}`}
            icon={CircleUserRound}
            current={currentOf({ to: account }, pathname)}
          />
          {menu.map(({ title = '', entries }) => (
            <div key={title}>
              {title && <div className={styles.group}>{title}</div>}
              {entries.map(({ to, label, icon, ...entry }) => (
                <MenuEntry
                  key={to}
                  {...{ to, label, icon }}
                  current={currentOf({ to, ...entry }, pathname)}
                />
              ))}
            </div>
          ))}
        </>
      }
      menuFooter={
        <div className={styles.phoneOnly}>
          <MenuEntry to={paths.profile} label={shellTexts.profile} icon={UserRound} />
          <MenuAction label={shellTexts.logout} icon={LogOut} disabled={leaving} onClick={logOut} />
        </div>
      }
      footer={shellTexts.copyright(String(new Date().getFullYear()))}
    >
      <div ref={lists} className={content.lists}>
        <Outlet />
      </div>
      {dialog}
    </AppLayout>
  )
}

/** Whether an entry's page is shown (`page`) or another one that belongs to it. */
function currentOf({ to, end = false, covers }: MarkedEntry, pathname: string) {
  if (covers?.(pathname)) return true
  return (end ? whole : startOf)(to).test(pathname) ? 'page' : undefined
}

type MarkedEntry = Pick<MenuLinkProps, 'to' | 'end' | 'covers'>

/** An entry of the menu, rendered again only when its mark changes. */
const MenuEntry = memo(function MenuEntry({ to, label, icon: Icon, current }: MenuEntryProps) {
  return (
    <AppLink to={to} className={styles.entry} aria-current={current}>
      {Icon && <Icon size={18} strokeWidth={1.9} aria-hidden />}
      {label}
    </AppLink>
  )
})

interface MenuEntryProps extends Pick<MenuLinkProps, 'to' | 'label' | 'icon'> {
  current?: 'page' | true | undefined
}

/** Scrolls the current page's entry into view, because the menu is longer than many windows. */
function useMarkInSight(pathname: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page moves the mark
  useEffect(() => {
    const menu = document.getElementById('menu')
    const marked = menu?.querySelector<HTMLElement>('[aria-current]')
    if (!menu || !marked) return
    const { top, bottom } = menu.getBoundingClientRect()
    const at = marked.getBoundingClientRect()
    if (at.top < top || at.bottom > bottom) menu.scrollBy({ top: at.top - (top + bottom) / 2 })
  }, [pathname])
}

const ProofForm = lazyPart<ProofFormProps>(
  () => import('./account/ProofForm').then((m) => m.ProofForm),
  Unasked,
)

/** If its code cannot be loaded, the refusal is passed on, with its message. */
function Unasked() {
  useEffect(() => answerProof(false), [])
  return null
}

/**
 * Asks for the password or a code again when the server requires it before a dangerous action. The
 * refused call of any screen waits meanwhile.
 */
function ProofDialog() {
  const proof = useServerDemands((asked) => asked.proof)
  const why = useServerDemands((asked) => asked.why)
  return proof && <ProofForm key={proof} proof={proof} why={why} />
}

/**
 * Keeps the headings of wide lists in sight. A list that scrolls sideways is a scroll container, in
 * which nothing can stick to the page, so its headings are moved as the page scrolls.
 */
function useStickyHeads(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const box = content.current
    if (!box) return
    let waiting = 0
    const place = () => {
      waiting = 0
      for (const table of box.querySelectorAll<HTMLTableElement>('table[aria-label]')) {
        // A table that becomes wider does not resize the box around it.
        sizes.observe(table)
        follow(table)
      }
    }
    const later = () => {
      waiting ||= requestAnimationFrame(place)
    }
    const sizes = new ResizeObserver(later)
    sizes.observe(box)
    window.addEventListener('scroll', later, { passive: true })
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', later)
      cancelAnimationFrame(waiting)
    }
  }, [content])
}

/**
 * How many pixels the headings have to move down to be below the top bar, without leaving their
 * table.
 */
export function headsBelow(bar: number, table: { top: number; height: number }, heads: number) {
  return Math.max(0, Math.min(bar - table.top, table.height - heads))
}

function follow(table: HTMLTableElement): void {
  const box = table.parentElement
  if (!box) return
  const isWide = box.scrollWidth > box.clientWidth
  if (isWide !== box.hasAttribute('data-wide')) box.toggleAttribute('data-wide', isWide)
  if (!isWide) return
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const { top, height } = table.getBoundingClientRect()
  const shift = headsBelow(bar, { top, height }, table.tHead?.offsetHeight ?? 0)
  table.style.setProperty('--heads', `${shift}px`)
}

const loadPalette = () => import('./shortcuts/CommandPalette').then((m) => m.CommandPalette)
const CommandPalette = lazyPart<CommandPaletteProps>(loadPalette, () => null)
const ShortcutsDialog = lazyPart<ShortcutsDialogProps>(
  () => import('./shortcuts/ShortcutsDialog').then((m) => m.ShortcutsDialog),
  () => null,
)

/**
 * The shortcuts of the back office: the command palette, and the keys in lists. The palette is loaded
 * after the page, so that nothing typed into it is lost to loading.
 */
function Shortcuts({ menu }: { menu: MenuGroup[] }) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const [single, setSingle] = useSingleKeysSetting()
  // Editors use this key for links.
  useHotkeys([['mod+K', () => setOpen('palette')]], [])
  // Keys from the first paint on: an effect after it would miss one that is pressed at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!pressSave(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // In the capture phase, before an editor that breaks the line on Ctrl+Enter.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  useLayoutEffect(() => {
    if (!single || open) return
    const onKey = (event: KeyboardEvent) => {
      if (!isFree(event)) return
      const key = listKeys[keyOf(event)]
      if (event.key === '?') setOpen('keys')
      else if (!key || !press(key)) return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [single, open])
  useEffect(() => {
    // If loading fails now, it is retried when it is opened.
    loadPalette().catch(() => undefined)
  }, [])
  const close = () => setOpen(null)
  return (
    <>
      <UnstyledButton
        className={content.opener}
        aria-label={shortcutsTexts.openKeys(`${mod} K`)}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      >
        <Search size={16} aria-hidden />
        <span>{shortcutsTexts.open}</span>
        <Kbd size="xs">{mod} K</Kbd>
      </UnstyledButton>
      {open === 'palette' && (
        <CommandPalette menu={menu} onClose={close} onKeys={() => setOpen('keys')} />
      )}
      {open === 'keys' && <ShortcutsDialog single={single} onSingle={setSingle} onClose={close} />}
    </>
  )
}
