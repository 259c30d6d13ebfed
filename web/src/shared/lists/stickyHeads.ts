// Keeps the headings of wide lists in sight. A list that scrolls sideways is a scroll container, in
// which nothing can stick to the page, so its headings are moved as the page scrolls.
import { type RefObject, useEffect } from 'react'

export function useStickyHeads(content: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const box = content.current
    if (!box) return
    let waiting = 0
    const place = () => {
      waiting = 0
      for (const table of box.querySelectorAll<HTMLTableElement>('table[aria-label]')) follow(table)
    }
    const later = () => {
      waiting ||= requestAnimationFrame(place)
    }
    const sizes = new ResizeObserver(later)
    sizes.observe(box)
    window.addEventListener('scroll', later, { passive: true })
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', later)
      cancelAnimationFrame(waiting)
    }
  }, [content])
}

/**
 * How many pixels the headings have to move down to be below the top bar, without leaving their
 * table.
 */
export function headsBelow(bar: number, table: { top: number; height: number }, heads: number) {
  return Math.max(0, Math.min(bar - table.top, table.height - heads))
}

function follow(table: HTMLTableElement): void {
  const box = table.parentElement
  if (!box) return
  const isWide = box.scrollWidth > box.clientWidth
  box.toggleAttribute('data-wide', isWide)
  if (!isWide) return
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const { top, height } = table.getBoundingClientRect()
  const shift = headsBelow(bar, { top, height }, table.tHead?.offsetHeight ?? 0)
  table.style.setProperty('--heads', `${shift}px`)
}
