// The banners of the home page, one at a time; without any, what Sabi is and the way in. Beside them
// stands a question to try. The carousel also shows the testimonials.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { bannersQuery, firstPaperQuery } from '@/shared/api/queries/site'
import type { Banner } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { widths } from '@/shared/ui/pictures'
import { RichText } from '@/shared/ui/RichText'
import { Skeleton } from '@/shared/ui/states'
import { TryQuestions } from '../try/TryQuestions'
import styles from './home.module.css'
import { homePageTexts } from './messages'

export function Hero() {
  const banners = useQuery(bannersQuery)
  const shown = banners.data?.filter(({ status }) => status) ?? []
  return (
    <div className={styles.hero}>
      <div className={styles.heroWrap}>
        <div className={styles.banners}>
          {banners.isPending ? (
            // These words stand on most first banners.
            <div className={styles.heroWaiting}>
              <BuiltIn />
            </div>
          ) : shown.length === 0 ? (
            <BuiltIn />
          ) : (
            <Carousel
              label={homePageTexts.banners}
              loop
              items={shown.map((banner, i) => ({
                key: banner._id,
                content: <Slide banner={banner} place={i} />,
              }))}
            />
          )}
        </div>
        <Sample />
      </div>
    </div>
  )
}

/** A real question; where there is none, a drawing, for which phones have no room. */
function Sample() {
  const { data: paper, isPending } = useQuery(firstPaperQuery)
  if (isPending) return <Skeleton count={1} className={styles.sampleWaiting} />
  return paper ? <TryQuestions paper={paper} /> : <div className={styles.heroArt} />
}

function Slide({ banner, place }: { banner: Banner; place: number }) {
  const { title, description, image, btnName, btnUrl } = banner
  return (
    <Face
      title={title}
      art={
        image && (
          <img
            className={styles.heroPicture}
            {...widths(image, 520)}
            alt=""
            width={520}
            height={260}
            loading={place === 0 ? 'eager' : 'lazy'}
            decoding={place === 0 ? 'auto' : 'async'}
            fetchPriority={place === 0 ? 'high' : 'auto'}
          />
        )
      }
      action={btnName && btnUrl && <BannerButton name={btnName} url={btnUrl} />}
    >
      <RichText html={description} />
    </Face>
  )
}

function BuiltIn() {
  const start = useStartLink()
  return (
    <Face
      title={homePageTexts.headline}
      action={
        <Button component={Link} to={start.to} {...buttonLook}>
          {start.label}
        </Button>
      }
    >
      <p>{homePageTexts.lead}</p>
    </Face>
  )
}

function Face({ title, art, action, children }: FaceProps) {
  return (
    <div className={styles.slide}>
      <h2 className={styles.heroTitle}>{title}</h2>
      <div className={styles.heroText}>{children}</div>
      {action && <div>{action}</div>}
      {art}
    </div>
  )
}

interface FaceProps {
  title: string
  art?: ReactNode
  action: ReactNode
  children: ReactNode
}

const buttonLook = {
  size: 'lg',
  color: 'sun.4',
  rightSection: <ArrowRight size={18} aria-hidden />,
} as const

/** Leads to a path of ours, or to an address elsewhere; a link to registration follows `useStartLink`. */
function BannerButton({ name, url }: { name: string; url: string }) {
  const start = useStartLink()
  const isIn = url === paths.register && start.to !== url
  return url.startsWith('/') ? (
    <Button component={Link} to={isIn ? start.to : url} {...buttonLook}>
      {isIn ? start.label : name}
    </Button>
  ) : (
    <Button component="a" href={url} {...buttonLook}>
      {name}
    </Button>
  )
}

/**
 * The main link of the home page: registration for a visitor, the first page of a person who is logged in.
 */
export function useStartLink(): { to: string; label: string } {
  const role = useUser()?.role
  if (role === undefined) return { to: paths.register, label: homePageTexts.start }
  const to = role === 'user' ? paths.dashboard : paths.admin
  return { to, label: homePageTexts.toDashboard }
}

/**
 * Items side by side that scroll and snap by finger, wheel and keyboard, with buttons where not all
 * fit. It uses the browser's own scrolling, so it needs little code, and nothing moves unless the
 * user moves it.
 */
export const carouselTexts = {
  carousel: 'carousel',
  before: 'Previous slide',
  after: 'Next slide',
  placeOf: (place: string, places: string) => `${place} of ${places}`,
}

/** The list's position: the index of the first visible item, and how many are visible. */
interface VisibleItems {
  first: number
  seen: number
}

export function Carousel({ label, items, loop = false, className }: CarouselProps) {
  const list = useRef<HTMLUListElement>(null)
  const [{ first, seen }, setPlace] = useState<VisibleItems>({ first: 0, seen: items.length })
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
        className={[styles.heroList, className].filter(Boolean).join(' ')}
        // A scrolling element must be reachable by keyboard.
        tabIndex={last > 0 ? 0 : undefined}
        aria-label={last > 0 ? label : undefined}
      >
        {items.map(({ key, content }) => (
          <li key={key} className={styles.heroItem}>
            {content}
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className={styles.heroWays}>
          <button
            type="button"
            className={styles.heroWay}
            aria-label={carouselTexts.before}
            disabled={!loop && first === 0}
            onClick={() => show(first - 1)}
          >
            <ChevronLeft size={20} aria-hidden />
          </button>
          <span className={styles.heroCount} aria-live="polite">
            {carouselTexts.placeOf(formatNumber(first + 1), formatNumber(last + 1))}
          </span>
          <button
            type="button"
            className={styles.heroWay}
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

function placeOf(list: HTMLElement, count: number): VisibleItems {
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
