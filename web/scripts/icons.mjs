// Draws the app's icons and the picture for link previews from the site's icon, with an installed
// browser: run `npm run icons` after src/favicon.svg has changed.
import { readFile, writeFile } from 'node:fs/promises'
import { launch } from '../e2e/browser.ts'

const web = new URL('../', import.meta.url)
const sign = await readFile(new URL('src/favicon.svg', web), 'utf8')
const [tick] = sign.match(/<path .*?\/>/s)
const ground = '#0f5f3b'

/**
 * The tick alone, on a background that systems crop to their own shape: it stays within the safe 80
 * %.
 */
const whole = (inset) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-inset} ${-inset} ${64 + 2 * inset} ${64 + 2 * inset}">
     <rect x="${-inset}" y="${-inset}" width="100%" height="100%" fill="${ground}"/>${tick}
   </svg>`

const share = `<div style="align-items:center;background:#0a4229;
    box-sizing:border-box;color:#fff;display:flex;font-family:system-ui,sans-serif;gap:64px;height:630px;padding:0 88px;width:1200px">
  <div style="flex:none;height:264px;width:264px">${sign}</div>
  <div>
    <div style="font-size:136px;font-weight:800;letter-spacing:-0.03em;line-height:1">Sabi</div>
    <div style="color:#d8efe3;font-size:45px;line-height:1.3;margin-top:28px">Study, practice and mock tests for JAMB UTME, WASSCE, BECE and POST UTME</div>
  </div>
</div>`

const pictures = [
  ['icons/icon-192.png', 192, 192, sign],
  ['icons/icon-512.png', 512, 512, sign],
  ['icons/maskable-512.png', 512, 512, whole(14)],
  ['icons/apple-touch-icon.png', 180, 180, whole(4)],
  ['share.png', 1200, 630, share],
]

const browser = await launch()
try {
  for (const [name, width, height, content] of pictures) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${content}`)
    const file = new URL(`public/${name}`, web)
    await writeFile(file, await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
