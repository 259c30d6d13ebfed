// The back office's frame (spec 3 §2): the admin's name above the menu, Profile and Logout above
// the page, the copyright line below it.
import { Button } from '@mantine/core'
import { CircleUserRound, LogOut, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { BrandLink } from '@/shared/layout/BrandLink'
import { MenuAction, MenuLink, type MenuLinkProps } from '@/shared/layout/MenuLink'
import styles from '@/shared/layout/shell.module.css'
import { useStickyHeads } from '@/shared/lists/stickyHeads'
import { shellTexts } from '@/shared/messages'
import { paths } from '@/shared/paths'
import { useLogOut } from '@/shared/session/useLogOut'
import { useUser } from '@/shared/session/useSession'
import { AppLayout } from '@/shared/ui/layouts/AppLayout'
import content from './AdminShell.module.css'

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

export function AdminShell({ menu, home, account, tools }: AdminShellProps) {
  const { pathname } = useLocation()
  const { logOut, leaving, dialog } = useLogOut()
  const user = useUser()
  useMarkInSight(pathname)
  const lists = useRef<HTMLDivElement>(null)
  useStickyHeads(lists)
  return (
    <AppLayout
      location={pathname}
      brand={<BrandLink to={home} />}
      greeting={tools}
      actions={
        <>
          <Button component={Link} to={paths.profile} variant="subtle" color="gray">
            {shellTexts.profile}
          </Button>
          <Button variant="default" loading={leaving} onClick={logOut}>
            {shellTexts.logout}
          </Button>
        </>
      }
      menu={
        <>
          <MenuLink
            to={account}
            label={`${user?.first_name ?? ''} ${user?.last_name ?? ''}`}
            icon={CircleUserRound}
          />
          {menu.map(({ title = '', entries }) => (
            <div key={title}>
              {title && <div className={styles.group}>{title}</div>}
              {entries.map((entry) => (
                <MenuLink key={entry.to} {...entry} />
              ))}
            </div>
          ))}
        </>
      }
      menuFooter={
        <div className={styles.phoneOnly}>
          <MenuLink to={paths.profile} label={shellTexts.profile} icon={UserRound} />
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
