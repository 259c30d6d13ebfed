// The public site's frame: header, content, footer. Under 992 px the links lie below the
// header, behind a button.
import { Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFocusOnChange } from '../focusPage'
import { LanguageChoice } from '../LanguageChoice'
import { messages } from '../messages'
import { OfflineNotice } from '../OfflineNotice'
import { SchemeToggle } from '../SchemeToggle'
import { mainId, SkipLink } from '../SkipLink'
import styles from './PublicLayout.module.css'

export function PublicLayout(props: PublicLayoutProps) {
  const { brand, links, actions, footer, location, children } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useFocusOnChange(location)
  // The menu has done its work once another page is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever it is
  useEffect(() => setOpen(false), [location])

  const closeOnEscape = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.header}>
        <div className={styles.bar}>
          {brand}
          <nav
            id="menu"
            className={styles.links}
            data-open={open || undefined}
            aria-label={messages.kit.menu}
            onKeyDown={closeOnEscape}
            // The page that is shown can be its own link's: then nothing else closes the menu.
            onClick={() => setOpen(false)}
          >
            {links}
          </nav>
          <div className={styles.tools}>
            <LanguageChoice />
            <SchemeToggle />
            {actions}
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
          </div>
        </div>
      </header>
      {open && <div className={styles.veil} aria-hidden onClick={() => setOpen(false)} />}
      <main id={mainId} className={styles.main} tabIndex={-1}>
        <OfflineNotice />
        {children}
      </main>
      {footer}
    </div>
  )
}

interface PublicLayoutProps {
  /** The word mark as a link home. */
  brand: ReactNode
  /** The site's places; behind the menu's button where there is little room. */
  links: ReactNode
  /** What the visitor can do at once: log in, or go to the dashboard. */
  actions: ReactNode
  footer: ReactNode
  /** Changes when another page is shown. */
  location: string
  children: ReactNode
}
