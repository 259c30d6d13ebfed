// An entry of the left menu, marked when its page is the one shown.
import { NavLink as Entry } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { NavLink } from 'react-router'
import styles from './shell.module.css'

export function MenuLink({ to, label, icon: Icon, end }: MenuLinkProps) {
  return (
    <Entry
      // react-router sets aria-current and with it the mark.
      renderRoot={(props) => <NavLink to={to} end={end ?? false} {...props} />}
      className={styles.entry}
      label={label}
      leftSection={Icon && <Icon size={18} strokeWidth={1.9} aria-hidden />}
    />
  )
}

export interface MenuLinkProps {
  to: string
  label: string
  icon?: LucideIcon
  /** Marked only on exactly this page, not on those below it. */
  end?: boolean
}
