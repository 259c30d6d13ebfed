// A menu that opens over the page with a button, where there is little room. It closes with Escape,
// a press outside, and when another page is shown.
import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { uiTexts } from '@/shared/ui/messages'

/**
 * The properties of the menu, of its button, and of the overlay that covers the rest while it is
 * open.
 */
export function useMenu(location: string) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what tells
  useEffect(close, [location])

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }

  return {
    open,
    close,
    menu: {
      id: 'menu',
      'data-open': open || undefined,
      'aria-label': uiTexts.menu,
      onKeyDown,
      // The link may be to the current page: then nothing else closes the menu.
      onClick: close,
    },
    button: {
      ref: button,
      'aria-label': open ? uiTexts.closeMenu : uiTexts.openMenu,
      'aria-expanded': open,
      'aria-controls': 'menu',
      onClick: () => setOpen(!open),
      onKeyDown,
      children: open ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />,
    },
  }
}
