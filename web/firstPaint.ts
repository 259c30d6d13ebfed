// The pages that visits begin with show their first screen before any script has come: the build
// draws it into the page's HTML, with the styles that it needs. On 400 kbit/s with round trips of
// 400 ms this is seen after 1 s instead of 5 s. The app replaces it by the same screen.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { JSDOM } from 'jsdom'
import postcss, { type AtRule, type Container, type Rule } from 'postcss'
import type { Plugin } from 'vite'
import { chunksOf, filesOf, modulesOf } from './ahead'
import { forOldBrowsers } from './oldBrowsers'

/** The paths with their files, which the server sends instead of index.html (api/src/web.rs). */
export const firstScreens = {
  '/': 'first/home.html',
  '/login': 'first/login.html',
  '/register': 'first/register.html',
  '/dashboard': 'first/dashboard.html',
  // Of every page that is all text: exams, news, FAQs, and what administrators write.
  '/exams/all': 'first/page.html',
}

/**
 * What a text of the public site may contain. Its styles are kept, and the server puts the text of
 * the page in its place (api/src/site/mod.rs).
 */
const sample = `<h2>a <a href="/">b</a></h2><h3>c</h3><p>d <b>e</b></p><ul><li>f</li></ul><ol><li>g</li></ol>
<blockquote>h</blockquote><table><tbody><tr><th>i</th><td>j</td></tr></tbody></table><img alt="" src="/x">`

interface Drawn {
  /** The variables of the theme. */
  styles: string
  html: string
}

/** Draws the screens in a process of its own (scripts/firstScreens.mjs). */
async function drawAll(): Promise<Record<string, Drawn>> {
  const script = fileURLToPath(new URL('scripts/firstScreens.mjs', import.meta.url))
  const drawn = await promisify(execFile)(
    process.execPath,
    [script, ...Object.keys(firstScreens)],
    {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      maxBuffer: 16 * 1024 * 1024,
    },
  )
  return JSON.parse(drawn.stdout)
}

/** What a selector says of the moment or of a part of an element: such rules stay with their element. */
const momentary =
  /::?(before|after|placeholder|marker|selection|hover|focus(-visible|-within)?|active|disabled|checked|-[a-z-]+)\b(\([^()]*\))?/g
const scheme = /\[data-mantine-color-scheme=["']?(light|dark)["']?\]/g

/** The rules that apply to elements of the document, and of the variables those that are used. */
export function criticalStyles(css: string, document: Document): string {
  const root = postcss.parse(css)
  const applies = (selector: string) => {
    const plain = selector
      .replace(scheme, ':root')
      .replace(momentary, '')
      .replace(/:not\(\)/g, '')
    try {
      return document.querySelector(plain.trim() || '*') !== null
    } catch {
      return false
    }
  }
  root.walkRules((rule) => {
    if (inKeyframes(rule)) return
    rule.selectors = rule.selectors.filter(applies)
    if (rule.selector === '') rule.remove()
  })
  removeUnused(root, document.documentElement.outerHTML)
  root.walkRules(bySystemScheme)
  return forOldBrowsers(root.toString())
}

const inKeyframes = (rule: Rule) =>
  rule.parent?.type === 'atrule' && /keyframes$/.test((rule.parent as AtRule).name)

/** Variables, animations and empty blocks that nothing uses, as long as there are any. */
function removeUnused(root: Container, html: string): void {
  for (;;) {
    const text = root.toString() + html
    const names = new Set([...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name))
    const unused: { remove: () => unknown }[] = []
    root.walkDecls(/^--/, (one) => {
      if (!names.has(one.prop)) unused.push(one)
    })
    root.walkAtRules(/keyframes$/, (one) => {
      const used = new RegExp(`animation(-name)?:[^;}]*\\b${one.params}\\b`)
      if (!used.test(text)) unused.push(one)
    })
    root.walk((one) => {
      if ('nodes' in one && one.nodes?.length === 0) unused.push(one)
    })
    if (unused.length === 0) return
    for (const one of unused) one.remove()
  }
}

/** The app writes the scheme into the page; until then the device's own counts. */
function bySystemScheme(rule: Rule): void {
  const [, value] = rule.selector.match(new RegExp(scheme.source)) ?? []
  if (!value) return
  const media = postcss.atRule({ name: 'media', params: `(prefers-color-scheme: ${value})` })
  const selector = rule.selector.replace(scheme, ':root:not([data-mantine-color-scheme])')
  rule.replaceWith(media)
  media.append(rule.clone({ selector: selector.replaceAll(':root:root', ':root') }))
}

/**
 * Hides the first screen from browsers that ignore cascade layers, and would show it half without styles. Of important
 * declarations, those in layers win. The app removes the attribute (src/app/main.tsx).
 */
const onlyWithLayers =
  '#root[data-first]{visibility:hidden!important}@layer mantine{#root[data-first]{visibility:visible!important}}'

/** The page with its first screen. Its style sheets block nothing that stands before them. */
function withScreen(page: string, html: string, styles: string): string {
  const links = [...page.matchAll(/^ *<link rel="stylesheet"[^>]*>\n/gm)].map(([link]) => link)
  if (links.length === 0) throw new Error('index.html names no style sheet')
  const text = html.includes('%text%') ? '="text"' : ''
  return links
    .reduce((rest, link) => rest.replace(link, ''), page)
    .replace('</head>', () => `  <style>${styles}${onlyWithLayers}</style>\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-first${text}>${html}</div>`)
    .replace('</body>', () => `${links.join('')}  </body>`)
}

export const firstPaint: Plugin = {
  name: 'first-paint',
  enforce: 'post',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') return this.error('index.html is not there yet')
    const source = String(page.source)
    const chunks = chunksOf(bundle)
    const first = [...source.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, name]) => name)
    const drawn = await drawAll()
    for (const [path, fileName] of Object.entries(firstScreens)) {
      const { html, styles } = drawn[path] ?? this.error(`${path} was not drawn`)
      const own = filesOf(modulesOf(path), chunks).filter((file) => file.endsWith('.css'))
      const css = [...first, ...own.map((file) => `assets/${file}`)].map((name) => {
        const sheet = bundle[name ?? '']
        return sheet?.type === 'asset' ? String(sheet.source) : this.error(`${name} is not there`)
      })
      const { window } = new JSDOM(
        source.replace(
          '<div id="root"></div>',
          `<div id="root">${html.replace('%text%', sample)}</div>`,
        ),
      )
      const critical = criticalStyles([styles, ...css].join('\n'), window.document)
      this.emitFile({ type: 'asset', fileName, source: withScreen(source, html, critical) })
    }
  },
}
