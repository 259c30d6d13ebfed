// The frame of a logged-in area (student or admin): top bar, left menu, content. Under 992 px the
// menu opens over the page with a button. Plain CSS rather than Mantine's AppShell, because every
// student page has to load this frame.

import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { mainId, SkipLink, useFocusOnChange } from '@/shared/ui/focus'
import { OfflineNotice } from '@/shared/ui/states'
import { SchemeToggle, useMenu } from './header'
import styles from './layout.module.css'

export function AppLayout(props: AppLayoutProps) {
  const { brand, greeting, actions, menu, menuFooter, footer, tabs, location, notice, children } =
    props
  const over = useMenu(location)
  useFocusOnChange(location)

  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.bar}>
        <button type="button" className={styles.toggle} {...over.button} />
        {brand}
        <div className={styles.greeting}>{greeting}</div>
        {schemeToggle}
        <div className={styles.actions}>{actions}</div>
      </header>
      <nav className={styles.menu} {...over.menu}>
        <div className={styles.entries}>{menu}</div>
        {menuFooter}
      </nav>
      {over.open && <div className={styles.veil} aria-hidden onClick={over.close} />}
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <OfflineNotice instead={notice} />
        <div className={styles.column} data-column>
          {children}
        </div>
      </main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
      {tabs && <div className={styles.bottom}>{tabs}</div>}
    </div>
  )
}

/** The same element for every page, so that React does not render it again. */
const schemeToggle = <SchemeToggle />

interface AppLayoutProps {
  brand: ReactNode
  greeting: ReactNode
  /** Links and buttons of the top bar; on a phone they are only in `menuFooter`. */
  actions: ReactNode
  menu: ReactNode
  menuFooter?: ReactNode
  footer?: ReactNode
  /** Ends the page on a phone, or stays at its bottom edge. */
  tabs?: ReactNode
  /** What is said of the network, where the frame knows more than the browser. */
  notice?: string | false | undefined
  /** Changes when another page is shown. */
  location: string
  children: ReactNode
}

/** Entries of the left menu: a link, highlighted on its page, or an action. */
export function MenuLink({ to, end = false, covers, ...face }: MenuLinkProps) {
  const { pathname } = useLocation()
  if (covers?.(pathname)) {
    return (
      <Link to={to} aria-current className={styles.entry}>
        <Face {...face} />
      </Link>
    )
  }
  // react-router sets aria-current, and the style sheet highlights it.
  return (
    <NavLink to={to} end={end} className={styles.entry}>
      <Face {...face} />
    </NavLink>
  )
}

export function MenuAction({ disabled, onClick, ...face }: MenuActionProps) {
  return (
    <button type="button" className={styles.entry} disabled={disabled} onClick={onClick}>
      <Face {...face} />
    </button>
  )
}

function Face({ label, icon: Icon }: FaceProps) {
  return (
    <>
      {Icon && <Icon size={18} strokeWidth={1.9} aria-hidden />}
      {label}
    </>
  )
}

interface FaceProps {
  label: string
  icon?: LucideIcon
}

interface MenuActionProps extends FaceProps {
  disabled: boolean
  onClick: () => void
}

export interface MenuLinkProps extends FaceProps {
  to: string
  /** Highlighted only on exactly this page, not on nested ones. */
  end?: boolean
  /** Other pages that belong to it. */
  covers?: (pathname: string) => boolean
}
