// The app can be installed: the manifest's links exist and have the sizes that it says.
import { readFileSync } from 'node:fs'
import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { routes } from './routes'

const file = (path: string) => readFileSync(`${process.cwd()}/${path}`)
const manifest = JSON.parse(file('public/manifest.webmanifest').toString()) as {
  start_url: string
  theme_color: string
  icons: { src: string; sizes: string; purpose?: string }[]
  shortcuts: { url: string }[]
}

/** A PNG says its size in its first chunk. */
function sizeOf(path: string): string {
  const picture = file(path)
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`
}

it('has each icon in the size that it says, one of them for any form', () => {
  for (const { src, sizes } of manifest.icons) expect(sizeOf(`public${src}`)).toBe(sizes)
  const plain = manifest.icons.filter(({ purpose }) => purpose === undefined)
  expect(plain.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
})

it('begins at addresses that are there', () => {
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((one) => one.url)]) {
    expect(matchRoutes(routes, url)?.at(-1)?.route.path).toBe(url)
  }
})

it('is named by the page, with the icon of iOS, which reads no manifest', () => {
  const page = new DOMParser().parseFromString(file('index.html').toString(), 'text/html')
  const href = (rel: string) => page.querySelector(`link[rel="${rel}"]`)?.getAttribute('href')
  expect(href('manifest')).toBe('/manifest.webmanifest')
  expect(sizeOf(`public${href('apple-touch-icon')}`)).toBe('180x180')
  const colour = page.querySelector('meta[name="theme-color"]')?.getAttribute('content')
  expect(colour).toBe(manifest.theme_color)
})
