// Pictures: loaded only as large as they are shown and, in texts, only when they come into view;
// their space is reserved. A button shows one large.
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { uiTexts } from '@/shared/i18n/common'
import { lazyPart } from './lazyPart'
import { notify } from './notify'

/** Pixels, as in the style sheet. */
const TALLEST = 200

/**
 * The sizes that the server offers besides the original (its type `Size`): `thumb` for a mark
 * beside a title, `small` for the width of a phone or `TALLEST` in a text.
 */
type Size = 'thumb' | 'small'

/** The address of one of our pictures in this size; any other address unchanged. */
export const sized = (address: string, size: Size) =>
  /^\/uploads\/[^?]+$/.test(address) ? `${address}?size=${size}` : address

/**
 * Attributes of a picture that is as wide as the page on a phone, and at most so many pixels
 * elsewhere.
 */
export const widths = (address: string, most: number) => ({
  src: address,
  srcSet: `${sized(address, 'small')} 800w, ${address} 1600w`,
  sizes: `(max-width: ${most}px) 100vw, ${most}px`,
})

/** The address of the original, from the address of any size. */
export const whole = (address: string) => address.replace(/\?size=\w+$/, '')

const picture = /<img(?=[\s>])(?:"[^"]*"|'[^']*'|[^'">])*>/gi

/** How pictures of a text can be enlarged: each is a button, or has one in a corner. */
export type Enlarge = 'whole' | 'corner' | false

/**
 * The text with pictures that load when needed and reserve their space where their size is known. A
 * picture that is a link is not enlarged.
 */
export const withPlaces = (html: string, enlarge: Enlarge): string =>
  html
    .split(/(<a\s[\s\S]*?<\/a>)/i)
    .map((part, i) => {
      const way = i % 2 === 0 && enlarge
      return part.replace(picture, (tag) => (way ? button(tag, way) : small(tag)))
    })
    .join('')

const small = (tag: string) =>
  placed(tag)
    .replace(/(\ssrc=")([^"]*)/i, (_, before, src) => before + sized(src, 'small'))
    .replace(/^<img/i, '<img loading="lazy" decoding="async"')

function button(tag: string, way: 'whole' | 'corner') {
  const [, alt = ''] = /\salt="([^"]*)"/i.exec(tag) ?? []
  const made = (inside: string) =>
    `<button type="button" data-enlarge aria-label="${enlargeNamed(alt)}">${inside}</button>`
  if (way === 'whole') return made(small(tag))
  return `<span data-corner>${small(tag)}${made('⤢')}</span>`
}

/** The label of an enlarge button, made from the picture's description. */
export const enlargeNamed = (alt: string) => (alt ? uiTexts.enlargeThis(alt) : uiTexts.enlarge)

/** Sets the width that will be shown: the height follows from it, so the shape stays. */
function placed(tag: string): string {
  const [width, height] = [numberOf(tag, 'width'), numberOf(tag, 'height')]
  if (width && height && height <= TALLEST) return tag
  const bare = tag.replace(/\s(width|height)="[^"]*"/gi, '')
  if (!width || !height) return bare
  const shown = Math.max(1, Math.round((width * TALLEST) / height))
  return bare.replace(/^<img/i, `$& width="${shown}" height="${TALLEST}"`)
}

/** The server writes attributes in one form only. */
const numberOf = (tag: string, name: string) =>
  Number(new RegExp(`\\s${name}="(\\d+)"`, 'i').exec(tag)?.[1] ?? 0)

/** The square picture beside a title: a logo or a face. The title describes it. */
export function Mark({ src, side, className }: MarkProps) {
  return (
    <img
      className={className}
      src={sized(src, 'thumb')}
      alt=""
      width={side}
      height={side}
      loading="lazy"
      decoding="async"
    />
  )
}

interface MarkProps {
  src: string
  /** Pixels; at most 64, since the server's smallest size is made for that. */
  side: number
  className?: string | undefined
}

/**
 * Shows a picture large when its button (`data-enlarge`) is pressed. Rendered once for all pages, because
 * most pictures are in rich text, outside React.
 */
export function Enlarged() {
  const [pressed, setPressed] = useState<HTMLElement | null>(null)
  useWindowEvent('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-enlarge]') : null
    if (button instanceof HTMLElement) setPressed(button)
  })
  const picture = pressed?.querySelector('img') ?? pressed?.parentElement?.querySelector('img')
  const close = () => {
    setPressed(null)
    pressed?.focus()
  }
  return (
    picture && (
      <EnlargedDialog
        src={whole(picture.src)}
        smaller={picture.src}
        alt={picture.alt}
        onClose={close}
      />
    )
  )
}

const EnlargedDialog = lazyPart(
  () => import('./EnlargedDialog').then((m) => m.EnlargedDialog),
  NotLoaded,
)

function NotLoaded({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    notify.error(uiTexts.notEnlarged)
    onClose()
  }, [onClose])
  return null
}
