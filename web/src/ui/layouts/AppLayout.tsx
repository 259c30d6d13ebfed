// The frame of a signed-in area (student or admin): top bar, left menu, content.
// Under 992 px the menu lies over the page, behind a button. Plain CSS rather than
// Mantine's AppShell: every student page pays for this frame in data.
import { Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFocusOnChange } from '../focusPage'
import { LanguageChoice } from '../LanguageChoice'
import { messages } from '../messages'
import { OfflineNotice } from '../OfflineNotice'
import { SchemeToggle } from '../SchemeToggle'
import { mainId, SkipLink } from '../SkipLink'
import styles from './AppLayout.module.css'

export function AppLayout(props: AppLayoutProps) {
  const { brand, greeting, actions, menu, menuFooter, footer, location, children } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusOnChange(location)
  // The menu has done its work once another page is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what tells
  useEffect(() => setOpen(false), [location])

  const closeOnEscape = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.bar}>
        <button
          ref={button}
          type="button"
          className={styles.toggle}
          aria-label={open ? messages.kit.closeMenu : messages.kit.openMenu}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpen(!open)}
          onKeyDown={closeOnEscape}
        >
          {open ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />}
        </button>
        {brand}
        <div className={styles.greeting}>{greeting}</div>
        <LanguageChoice />
        <SchemeToggle />
        <div className={styles.actions}>{actions}</div>
      </header>
      <nav
        id="menu"
        className={styles.menu}
        data-open={open || undefined}
        aria-label={messages.kit.menu}
        onKeyDown={closeOnEscape}
        // The page that is shown can be its own link's: then nothing else closes the menu.
        onClick={() => setOpen(false)}
      >
        <div className={styles.entries}>{menu}</div>
        {menuFooter}
      </nav>
      {open && <div className={styles.veil} aria-hidden onClick={() => setOpen(false)} />}
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <OfflineNotice />
        {children}
      </main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  )
}

interface AppLayoutProps {
  brand: ReactNode
  greeting: ReactNode
  /** Links and buttons of the top bar; on a phone they are in `menuFooter` only. */
  actions: ReactNode
  menu: ReactNode
  menuFooter?: ReactNode
  footer?: ReactNode
  /** Changes when another page is shown. */
  location: string
  children: ReactNode
}
