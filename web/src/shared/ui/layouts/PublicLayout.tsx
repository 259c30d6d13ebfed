// The public site's frame: header, content, footer. Under 992 px the links open below the header
// with a button.
import type { ReactNode } from 'react'
import { useFocusOnChange } from '../focus'
import { OfflineNotice } from '../OfflineNotice'
import { SchemeToggle } from '../SchemeToggle'
import { mainId, SkipLink } from '../SkipLink'
import styles from './PublicLayout.module.css'
import { useMenu } from './useMenu'

export function PublicLayout(props: PublicLayoutProps) {
  const { brand, links, actions, footer, location, children } = props
  const over = useMenu(location)
  useFocusOnChange(location)

  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.header}>
        <div className={styles.bar}>
          {brand}
          <nav className={styles.links} {...over.menu}>
            {links}
          </nav>
          <div className={styles.tools}>
            <SchemeToggle />
            {actions}
            <button type="button" className={styles.toggle} {...over.button} />
          </div>
        </div>
      </header>
      {over.open && <div className={styles.veil} aria-hidden onClick={over.close} />}
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <OfflineNotice />
        {children}
      </main>
      {footer}
    </div>
  )
}

interface PublicLayoutProps {
  /** The logo as a link to the home page. */
  brand: ReactNode
  /** Links to the site's pages; behind the menu's button where there is little room. */
  links: ReactNode
  /** What the visitor can do: log in, or go to the dashboard. */
  actions: ReactNode
  footer: ReactNode
  /** Changes when another page is shown. */
  location: string
  children: ReactNode
}
