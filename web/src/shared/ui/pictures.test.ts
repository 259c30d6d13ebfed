// Pictures come in the size they are looked at, and those of texts have their place before that.
import { expect, it } from 'vitest'
import { sized, whole, widths, withPlaces } from './pictures'

const lazy = 'loading="lazy" decoding="async"'
const plain = (html: string) => withPlaces(html, false)

it('lets a picture come late and small, into a place of its own size', () => {
  expect(plain('<p><img src="/uploads/a.png" width="300" height="150"></p>')).toBe(
    `<p><img ${lazy} src="/uploads/a.png?size=small" width="300" height="150"></p>`,
  )
})

it('keeps the shape of a picture that is taller than is shown', () => {
  expect(plain('<img src="/uploads/a.png" width="1200" height="800">')).toBe(
    `<img ${lazy} width="300" height="200" src="/uploads/a.png?size=small">`,
  )
})

it('takes no size for one where half of it is missing or is no number', () => {
  for (const size of ['width="300"', 'width="50%" height="20"', '']) {
    const shown = plain(`<img src="/uploads/a.png" ${size}>`)
    expect(shown).not.toMatch(/width|height/)
    expect(shown).toContain(lazy)
  }
})

it('reads no attribute out of another one, and no text as a picture', () => {
  const alt = '<img src="/uploads/a.png" alt="a > b height=3">'
  expect(plain(alt)).toContain('alt="a > b height=3"')
  expect(plain('&lt;img width="3"&gt; <images>')).toBe('&lt;img width="3"&gt; <images>')
})

it('makes a button of a picture that may be enlarged, told by what the picture tells', () => {
  const [leaf, bare] = ['<img src="/uploads/a.png" alt="A leaf">', '<img src="/uploads/a.png">']
  expect(withPlaces(`<p>${leaf}</p>`, 'whole')).toMatch(
    /^<p><button [^>]*data-enlarge aria-label="Enlarge the picture: A leaf"><img [^>]+><\/button><\/p>$/,
  )
  expect(withPlaces(bare, 'whole')).toContain('aria-label="Enlarge the picture"')
  expect(withPlaces(leaf, 'corner')).toMatch(
    /^<span data-corner><img [^>]+><button [^>]*data-enlarge [^>]+>⤢<\/button><\/span>$/,
  )
  const linked = withPlaces(`<p>${bare}<a href="/faqs">${leaf}</a>${bare}</p>`, 'whole')
  expect(linked.match(/<button|<a |<\/a>/g)).toEqual(['<button', '<a ', '</a>', '<button'])
})

it('asks for another size of our own pictures alone, and finds back to the picture', () => {
  expect(sized('/uploads/a.png', 'thumb')).toBe('/uploads/a.png?size=thumb')
  for (const other of [
    'data:image/png;base64,AA',
    'https://a.b/uploads/c.png',
    '/uploads/a?size=small',
  ])
    expect(sized(other, 'small')).toBe(other)
  expect(whole('https://sabi.test/uploads/a.png?size=small')).toBe(
    'https://sabi.test/uploads/a.png',
  )
  expect(widths('/uploads/a.png', 520)).toEqual({
    src: '/uploads/a.png',
    srcSet: '/uploads/a.png?size=small 800w, /uploads/a.png 1600w',
    sizes: '(max-width: 520px) 100vw, 520px',
  })
})
