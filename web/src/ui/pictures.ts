// Pictures in texts: they come when they are looked at, into a place that is free for them.

/** Pixels, as the style sheet has it. */
const TALLEST = 200

const picture = /<img(?=[\s>])(?:"[^"]*"|'[^']*'|[^'">])*>/gi

/** The text with pictures that hold nothing up, and move nothing where it is known how large they are. */
export const withPlaces = (html: string): string =>
  html.replace(picture, (tag) =>
    placed(tag).replace(/^<img/i, '<img loading="lazy" decoding="async"'),
  )

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
