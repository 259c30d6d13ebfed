// Entries of the left menu: a link, highlighted on its page, or an action.
import type { LucideIcon } from 'lucide-react'
import { Link, NavLink, useLocation } from 'react-router'
import styles from './shell.module.css'

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
