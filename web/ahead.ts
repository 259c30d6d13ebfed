// A page's own scripts and styles are named by the first script alone, so that a browser would ask
// for them only after that one has come and run. A small script beside it asks for them at once, by
// the address, and for the data that the page begins with: on a long line that is a round trip less.
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { started } from './src/started'

/** Where visits begin, as regular expressions of the path, with the modules that it needs first. */
const pages: [path: string, modules: string[]][] = [
  ['^/$', ['shell/PublicShell', 'features/public/Home']],
  ['^/exams/.', ['shell/PublicShell', 'features/public/ExamPage']],
  ['^/(admin/)?login$', ['shell/AuthShell', 'features/account/Login']],
  ['^/register$', ['shell/AuthShell', 'features/account/Register']],
  ['^/dashboard$', ['shell/StudentShell', 'features/journey/Dashboard']],
  [
    '^/(objective|theories|list)-questions$|^/(mock|objective|theories)-exam/',
    ['features/test/TestPage'],
  ],
]

/** What the app asks for first on any page: who is signed in. */
const me = '/api/v1/me'
/** What pages ask for whoever is signed in, as their loaders write it. */
const calls: Record<string, string[]> = {
  '^/dashboard$': ['/api/v1/me/exams', '/api/v1/attempts?state=running', '/api/v1/get-assessments'],
}

/**
 * In the browser, with the files of each page in the place of `PAGES`. An app that runs already, as it
 * may where all is in the cache, has asked for everything itself: calls would be made twice.
 */
const script = `if(!performance.getEntriesByName('${started}').length)
for(const[p,f]of PAGES)if(new RegExp(p).test(location.pathname))for(const n of f){
const l=document.createElement('link'),d=n[0]=='/',c=n.endsWith('css')
l.rel=c||d?'preload':'modulepreload'
if(c)l.as='style'
if(d)l.as='fetch'
l.crossOrigin=''
l.href=d?n:'/assets/'+n
document.head.append(l)
}`

interface Chunk {
  type: string
  fileName: string
  imports?: string[]
  moduleIds?: string[]
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
  const begins = ({ moduleIds }: Chunk) => moduleIds?.some((id) => id.endsWith('/src/main.tsx'))
  const first = taken(all.filter(begins).map(({ fileName }) => fileName))
  const own = modules.map((module) => {
    const holds = ({ moduleIds }: Chunk) =>
      moduleIds?.some((id) => id.endsWith(`/src/${module}.tsx`))
    const chunk = all.find(holds)
    if (!chunk) throw new Error(`no chunk holds ${module}`)
    return chunk.fileName
  })
  const files = [...taken(own)].filter((file) => !first.has(file))
  return files.map((file) => file.replace('assets/', ''))
}

/**
 * The first file that a page names comes over the connection of the page itself, and the others wait
 * for connections of their own: a round trip that what all wait for is spared.
 */
function largestFirst(page: string): string {
  const [, entry] = /^ *(<script [^>]*\/initial-[^>]*><\/script>)\n/m.exec(page) ?? []
  if (entry === undefined) throw new Error('index.html names no script initial')
  const others = page.replace(`    ${entry}\n`, '')
  return others.replace('<script type="module"', `${entry}\n    $&`)
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
    const table = pages.map(([path, modules]) => [
      path,
      [...filesOf(modules, chunks), ...(calls[path] ?? [])],
    ])
    const source = script.replace('PAGES', JSON.stringify(table))
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
    const fileName = `assets/ahead-${hash}.js`
    this.emitFile({ type: 'asset', fileName, source })
    const page = bundle['index.html']
    if (page?.type !== 'asset') return this.error('index.html is not there yet')
    const tag =
      `  <script type="module" async src="/${fileName}"></script>\n` +
      `    <link rel="preload" as="fetch" crossorigin href="${me}">\n  `
    page.source = largestFirst(String(page.source)).replace('</head>', `${tag}$&`)
  },
}
