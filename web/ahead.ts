// A page's own scripts and styles are named by the first script alone, so that a browser would ask
// for them only after that one has come and run. A small script beside it asks for them at once, by
// the address: on a long line that is a round trip less.
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Where visits begin, as regular expressions of the path, with the modules that it needs first. */
const pages: [path: string, modules: string[]][] = [
  ['^/$', ['shell/PublicShell', 'features/public/Home']],
  ['^/(admin/)?login$', ['shell/AuthShell', 'features/account/Login']],
  ['^/register$', ['shell/AuthShell', 'features/account/Register']],
  ['^/dashboard$', ['shell/StudentShell', 'features/journey/Dashboard']],
  ['^/results$', ['shell/StudentShell', 'features/results/ResultList']],
  ['^/practice-results/', ['shell/StudentShell', 'features/results/Result']],
  [
    '^/(objective|theories|list)-questions$|^/(mock|objective|theories)-exam/',
    ['features/test/TestPage'],
  ],
]

/** In the browser, with the files of each page in the place of `PAGES`. */
const script = `for (const [path, files] of PAGES) {
  if (!new RegExp(path).test(location.pathname)) continue
  for (const file of files) {
    const link = document.createElement('link')
    const style = file.endsWith('css')
    link.rel = style ? 'preload' : 'modulepreload'
    if (style) link.as = 'style'
    link.crossOrigin = ''
    link.href = '/' + file
    document.head.append(link)
  }
}`

interface Chunk {
  type: string
  fileName: string
  imports?: string[]
  moduleIds?: string[]
  isEntry?: boolean
  viteMetadata?: { importedCss: Set<string> }
}

/** The files that these modules bring, but for those of the page itself. */
function filesOf(modules: string[], chunks: Map<string, Chunk>): string[] {
  const taken = (names: string[], found = new Set<string>()): Set<string> => {
    for (const name of names) {
      const chunk = chunks.get(name)
      if (!chunk || found.has(name)) continue
      found.add(name)
      for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
      taken(chunk.imports ?? [], found)
    }
    return found
  }
  const all = [...chunks.values()]
  const first = taken(all.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  const own = modules.map((module) => {
    const holds = ({ moduleIds }: Chunk) =>
      moduleIds?.some((id) => id.endsWith(`/src/${module}.tsx`))
    const chunk = all.find(holds)
    if (!chunk) throw new Error(`no chunk holds ${module}`)
    return chunk.fileName
  })
  return [...taken(own)].filter((file) => !first.has(file))
}

export const ahead: Plugin = {
  name: 'ahead',
  enforce: 'post',
  apply: 'build',
  generateBundle(_options, bundle) {
    const all = Object.values(bundle) as unknown as Chunk[]
    const chunks = new Map(
      all.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
    )
    const table = pages.map(([path, modules]) => [path, filesOf(modules, chunks)])
    const source = script.replace('PAGES', JSON.stringify(table)).replace(/\n\s*/g, '\n')
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
    const fileName = `assets/ahead-${hash}.js`
    this.emitFile({ type: 'asset', fileName, source })
    const page = bundle['index.html']
    if (page?.type !== 'asset') return this.error('index.html is not there yet')
    const tag = `<script type="module" async src="/${fileName}"></script>\n    `
    page.source = String(page.source).replace('<script type="module"', `${tag}$&`)
  },
}
