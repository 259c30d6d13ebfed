// The service worker serves the stored app as one whole (public/sw.js). The build writes into it the
// list of the files that belong to this version. A browser fetches a worker's files again only when the
// worker itself has changed, so it also names the page for no connection by its hash.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))

/** The app of one version, as sw.js holds it. */
interface StoredApp {
  /** The name of the app's first script: it changes with every file that it can load. */
  version: string
  /** Of a download, compressed. */
  bytes: number
  files: string[]
}

/** The worker's source with the app's files, and with the hash of the pages that it stores. */
export function stamped(source: string, kept: Uint8Array[], app?: StoredApp): string {
  const hash = createHash('sha256')
  for (const file of kept) hash.update(file)
  const filled = app
    ? source.replace(/^const APP = .*$/m, () => `const APP = ${JSON.stringify(app)}`)
    : source
  return `${filled}// What is kept: ${hash.digest('base64url').slice(0, 8)}\n`
}

/** One file of a build, as the bundler describes it. */
interface Built {
  type: 'chunk' | 'asset'
  fileName: string
  facadeModuleId?: string | null
  imports?: string[]
  dynamicImports?: string[]
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

/** Screens of the back office, which are never stored. */
const backOffice = /\/src\/features\/admin\//
/** Fonts of formulas that no exam uses, and formats for browsers below the floor. */
const unused =
  /\.(woff|ttf)$|KaTeX_(Caligraphic|Fraktur|SansSerif|Script|Typewriter|Math-BoldItalic)/

/**
 * All files that a student may come to load: everything that the app's first script names, but the
 * back office.
 */
export function studentFiles(built: Built[], first: string): string[] {
  const chunks = new Map(built.map((one) => [one.fileName, one]))
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || seen.has(name) || backOffice.test(chunk.facadeModuleId ?? '')) return
    seen.add(name)
    files.add(name)
    for (const one of chunk.viteMetadata?.importedCss ?? []) files.add(one)
    for (const one of chunk.viteMetadata?.importedAssets ?? []) files.add(one)
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) add(next)
  }
  add(first)
  return [...files].filter((name) => !unused.test(name)).sort()
}

export const offline: Plugin = {
  name: 'offline',
  enforce: 'post',
  apply: 'build',
  generateBundle(_options, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') return this.error('index.html is not there yet')
    const html = String(page.source)
    const [, version] = /\/assets\/(initial-[\w-]+)\.js/.exec(html) ?? []
    if (version === undefined) return this.error('index.html names no script initial')
    const named = [...html.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, name]) => name ?? '')
    const own = studentFiles(Object.values(bundle) as Built[], `assets/${version}.js`)
    const files = [...new Set([...own, ...named])]
    const bytes = files.reduce((sum, name) => {
      const file = bundle[name]
      if (!file) return this.error(`${name} is not there`)
      return sum + packed(name, file.type === 'chunk' ? file.code : file.source)
    }, 0)
    const app = { version, bytes, files: files.map((name) => `/${name}`) }
    const kept = [read('public/offline.html'), read('public/offline.js'), Buffer.from(html)]
    const source = stamped(read('public/sw.js').toString(), kept, app)
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}

/** Bytes that the server sends; a little more than its own slow compression makes of them. */
function packed(name: string, content: string | Uint8Array): number {
  const bytes = Buffer.from(content)
  if (!/\.(js|css|svg)$/.test(name)) return bytes.length
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }).length
}
