// Items side by side that scroll and snap by finger, wheel and keyboard, with buttons where not all
// fit. It uses the browser's own scrolling, so it needs little code, and nothing moves unless the
// user moves it.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '@/shared/i18n/format'
import styles from './Carousel.module.css'

export const carouselTexts = {
  carousel: 'carousel',
  before: 'Previous slide',
  after: 'Next slide',
  placeOf: (place: string, places: string) => `${place} of ${places}`,
}

/** The list's position: the index of the first visible item, and how many are visible. */
interface Place {
  first: number
  seen: number
}

export function Carousel({ label, items, loop = false, className }: CarouselProps) {
  const list = useRef<HTMLUListElement>(null)
  const [{ first, seen }, setPlace] = useState<Place>({ first: 0, seen: items.length })
  const count = items.length

  // Before anything is painted: the buttons move what is below the list.
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const place = placeOf(element, count)
      setPlace((old) => (old.first === place.first && old.seen === place.seen ? old : place))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [count])

  const last = count - seen
  const show = (index: number) => {
    const to = index < 0 ? last : index > last ? 0 : index
    const element = list.current
    if (!element) return
    // From the end to the start it jumps: scrolling past all the others would only confuse.
    const behavior = to === index ? 'auto' : 'instant'
    element.scrollTo({ left: to * stepOf(element, count), behavior })
  }

  return (
    // No landmark: it stands in a section that has its name already.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of forms
    <div role="group" aria-label={label} aria-roledescription={carouselTexts.carousel}>
      <ul
        ref={list}
        className={[styles.list, className].filter(Boolean).join(' ')}
        // A scrolling element must be reachable by keyboard.
        tabIndex={last > 0 ? 0 : undefined}
        aria-label={last > 0 ? label : undefined}
      >
        {items.map(({ key, content }) => (
          <li key={key} className={styles.item}>
            {content}
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className={styles.ways}>
          <button
            type="button"
            className={styles.way}
            aria-label={carouselTexts.before}
            disabled={!loop && first === 0}
            onClick={() => show(first - 1)}
          >
            <ChevronLeft size={20} aria-hidden />
          </button>
          <span className={styles.count} aria-live="polite">
            {carouselTexts.placeOf(formatNumber(first + 1), formatNumber(last + 1))}
          </span>
          <button
            type="button"
            className={styles.way}
            aria-label={carouselTexts.after}
            disabled={!loop && first >= last}
            onClick={() => show(first + 1)}
          >
            <ChevronRight size={20} aria-hidden />
          </button>
        </div>
      )}
    </div>
  )
}

/** The distance from one item to the next, in pixels. */
function stepOf(list: HTMLElement, count: number): number {
  const [one, two] = list.children as unknown as HTMLElement[]
  return count > 1 && one && two ? two.offsetLeft - one.offsetLeft : list.clientWidth
}

function placeOf(list: HTMLElement, count: number): Place {
  const step = stepOf(list, count)
  // Nothing is laid out yet, or all items fit.
  if (step <= 0 || list.scrollWidth <= list.clientWidth + 1) return { first: 0, seen: count }
  const seen = Math.max(1, Math.round(list.clientWidth / step))
  return { first: Math.min(count - seen, Math.round(list.scrollLeft / step)), seen }
}

interface CarouselProps {
  label: string
  items: { key: string; content: ReactNode }[]
  /** Whether the first item follows the last. */
  loop?: boolean
  /** Class of the list: `--per-view` sets how many items are visible at once. */
  className?: string | undefined
}
