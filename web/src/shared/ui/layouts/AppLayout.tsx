// The frame of a signed-in area (student or admin): top bar, left menu, content. Under 992 px the
// menu opens over the page with a button. Plain CSS rather than Mantine's AppShell, because every
// student page has to load this frame.
import type { ReactNode } from 'react'
import { useFocusOnChange } from '../focus'
import { OfflineNotice } from '../OfflineNotice'
import { SchemeToggle } from '../SchemeToggle'
import { mainId, SkipLink } from '../SkipLink'
import styles from './AppLayout.module.css'
import { useMenu } from './useMenu'

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
        <SchemeToggle />
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
      {tabs && <div className={styles.tabs}>{tabs}</div>}
    </div>
  )
}

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
