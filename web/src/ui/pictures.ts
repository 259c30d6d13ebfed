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

/**
 * The text with pictures that hold nothing up, and move nothing where it is known how large they
 * are. Where they may be enlarged each is a button, unless it may lead elsewhere already.
 */
export const withPlaces = (html: string, enlarge: boolean): string => {
  const buttons = enlarge && !/<a\s/i.test(html)
  return html.replace(picture, (tag) => {
    const shown = placed(tag)
      .replace(/(\ssrc=")([^"]*)/i, (_, before, src) => before + sized(src, 'small'))
      .replace(/^<img/i, '<img loading="lazy" decoding="async"')
    if (!buttons) return shown
    const [, alt = ''] = /\salt="([^"]*)"/i.exec(tag) ?? []
    return `<button type="button" data-enlarge aria-label="${enlargeNamed(alt)}">${shown}</button>`
  })
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
