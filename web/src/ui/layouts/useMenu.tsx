// A layout's menu where there is no room for it: behind a button, over a veil.
import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../messages'
import styles from './menu.module.css'

/** `location` changes when another page is shown. Button and veil take the class that shows them. */
export function useMenu(location: string) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)

  // The menu has done its work once another page is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whichever it is
  useEffect(() => setOpen(false), [location])

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }
  const toggle = (className: string | undefined) => (
    <button
      ref={button}
      type="button"
      className={`${styles.toggle} ${className}`}
      aria-label={open ? messages.kit.closeMenu : messages.kit.openMenu}
      aria-expanded={open}
      aria-controls="menu"
      onClick={() => setOpen(!open)}
      onKeyDown={onKeyDown}
    >
      {open ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />}
    </button>
  )
  const veil = (className: string | undefined) =>
    open && <div className={`${styles.veil} ${className}`} aria-hidden onClick={close} />
  /** What the menu's element needs. */
  const menu = {
    id: 'menu',
    'data-open': open || undefined,
    'aria-label': messages.kit.menu,
    onKeyDown,
    // The page that is shown can be its own link's: then nothing else closes the menu.
    onClick: close,
  }
  return { menu, toggle, veil }
}
