// Pictures of texts have their place before they have come.
import { expect, it } from 'vitest'
import { withPlaces } from './pictures'

const lazy = 'loading="lazy" decoding="async"'

it('lets a picture come late, into a place of its own size', () => {
  expect(withPlaces('<p><img src="/uploads/a.png" width="300" height="150"></p>')).toBe(
    `<p><img ${lazy} src="/uploads/a.png" width="300" height="150"></p>`,
  )
})

it('keeps the shape of a picture that is taller than is shown', () => {
  expect(withPlaces('<img src="/uploads/a.png" width="1200" height="800">')).toBe(
    `<img ${lazy} width="300" height="200" src="/uploads/a.png">`,
  )
})

it('takes no size for one where half of it is missing or is no number', () => {
  for (const size of ['width="300"', 'width="50%" height="20"', '']) {
    const shown = withPlaces(`<img src="/uploads/a.png" ${size}>`)
    expect(shown).not.toMatch(/width|height/)
    expect(shown).toContain(lazy)
  }
})

it('reads no attribute out of another one, and no text as a picture', () => {
  const alt = '<img src="/uploads/a.png" alt="a > b height=3">'
  expect(withPlaces(alt)).toContain('alt="a > b height=3"')
  expect(withPlaces('&lt;img width="3"&gt; <images>')).toBe('&lt;img width="3"&gt; <images>')
})
