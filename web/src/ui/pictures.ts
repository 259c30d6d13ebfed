// Pictures: as many pixels of them as are looked at, and in texts when they are looked at, into a
// place that is free for them.
import { messages } from './messages'

/** Pixels, as the style sheet has it. */
const TALLEST = 200

/**
 * The sizes in which the server gives a picture besides its own (`Size` there): a mark beside a
 * title, and what is wide for a telephone or `TALLEST` in a text.
 */
type Size = 'thumb' | 'small'

/** The address of a picture of ours in that size; any other address as it is. */
export const sized = (address: string, size: Size) =>
  /^\/uploads\/[^?]+$/.test(address) ? `${address}?size=${size}` : address

/** Of a picture as wide as the page on a telephone, and at most so many pixels elsewhere. */
export const widths = (address: string, most: number) => ({
  src: address,
  srcSet: `${sized(address, 'small')} 800w, ${address} 1600w`,
  sizes: `(max-width: ${most}px) 100vw, ${most}px`,
})

/** The address of the picture itself, from that of any size. */
export const whole = (address: string) => address.replace(/\?size=\w+$/, '')

const picture = /<img(?=[\s>])(?:"[^"]*"|'[^']*'|[^'">])*>/gi

/** How pictures of a text may be enlarged: each is a button, or has one at its corner. */
export type Enlarge = 'whole' | 'corner' | false

/**
 * The text with pictures that hold nothing up, and move nothing where it is known how large they
 * are. One that leads elsewhere already is not enlarged.
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

/** What enlarges a picture, told by what the picture tells. */
export const enlargeNamed = (alt: string) =>
  alt ? messages.kit.enlargeThis(alt) : messages.kit.enlarge

/** As wide as it will be: the height follows, and is never cut to another shape. */
function placed(tag: string): string {
  const [width, height] = [numberOf(tag, 'width'), numberOf(tag, 'height')]
  if (width && height && height <= TALLEST) return tag
  const bare = tag.replace(/\s(width|height)="[^"]*"/gi, '')
  if (!width || !height) return bare
  const shown = Math.max(1, Math.round((width * TALLEST) / height))
  return bare.replace(/^<img/i, `$& width="${shown}" height="${TALLEST}"`)
}

/** The server writes attributes in one way. */
const numberOf = (tag: string, name: string) =>
  Number(new RegExp(`\\s${name}="(\\d+)"`, 'i').exec(tag)?.[1] ?? 0)
