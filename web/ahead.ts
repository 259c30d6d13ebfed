// Only a page's first script names the page's other scripts and styles, so a browser would request
// them only after that one has loaded and run. A small inline script requests them at once, by the
// page's address, and the page's first data too: on a slow connection that saves a round trip.
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { started } from './src/shared/started'

/**
 * The pages that visits begin with, as regular expressions of the path, with the modules that each
 * needs first.
 */
const pages: [path: string, modules: string[]][] = [
  ['^/$', ['app/layouts/PublicShell', 'features/public/Home']],
  ['^/exams/.', ['app/layouts/PublicShell', 'features/public/ExamPage']],
  ['^/(admin/)?login$', ['app/layouts/AuthShell', 'features/account/Login']],
  ['^/register$', ['app/layouts/AuthShell', 'features/account/Register']],
  ['^/dashboard$', ['app/layouts/StudentShell', 'features/journey/Dashboard']],
  [
    '^/(objective|theories|list)-questions$|^/(mock|objective|theories)-exam/',
    ['features/attempt/window/TestPage'],
  ],
]

/** Requested first on every page: who is signed in. */
const me = '/api/v1/me'
/**
 * Requested for a signed-in user, exactly as the pages' loaders write the calls. The answers wait in `window.ahead`,
 * where api/timeoutFetch.ts takes them: WebKit does not use what a link has preloaded, and requests it again.
 */
const calls: Record<string, string[]> = {
  '^/dashboard$': ['/api/v1/me/exams', '/api/v1/attempts?state=running', '/api/v1/get-assessments'],
}

/** True in the oldest supported browsers and false in older ones; index.html uses the same condition. */
export const floor =
  '(tab-size: 4) and ((inset: 0) or ((text-orientation: mixed) and (font: -apple-system-body)))'

/**
 * Runs in the browser, with each page's files in place of `PAGES`. An app that runs already, as it may when all is
 * cached, has requested everything itself; this would request it twice. A browser below the floor loads the list of
 * the tests that it has stored instead.
 */
const script = `if(!CSS.supports('${floor}'))
document.head.appendChild(document.createElement('script')).src='/too-old.js'
else if(!performance.getEntriesByName('${started}').length)
for(const[p,f]of PAGES)if(new RegExp(p).test(location.pathname))for(const n of f){
if(n[0]=='/'){const a=(window.ahead=window.ahead||{})[n]=fetch(n);a.catch(()=>0);continue}
const l=document.createElement('link'),c=n.endsWith('css')
l.rel=c?'preload':'modulepreload'
if(c)l.as='style'
l.crossOrigin=''
l.href='/assets/'+n
document.head.append(l)
}`

export interface Chunk {
  type: string
  fileName: string
  imports?: string[]
  moduleIds?: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/** The modules that the page of a path needs first. */
export function modulesOf(path: string): string[] {
  const [, modules] = pages.find(([page]) => new RegExp(page).test(path)) ?? []
  if (!modules) throw new Error(`no visit begins with ${path}`)
  return modules
}

/** The files that these modules need, except those that the HTML page names itself. */
export function filesOf(modules: string[], chunks: Map<string, Chunk>): string[] {
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
  const begins = ({ moduleIds }: Chunk) => moduleIds?.some((id) => id.endsWith('/src/app/main.tsx'))
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

/** The scripts of a build, by the names of their files. */
export function chunksOf(bundle: object): Map<string, Chunk> {
  const scripts = Object.values(bundle).filter(({ type }) => type === 'chunk')
  return new Map(scripts.map((chunk) => [chunk.fileName, chunk]))
}

/**
 * Moves the largest file to the front: the first file that a page names is loaded over the page's
 * own connection, while the others wait for new connections. That saves a round trip for the file
 * that everything waits for.
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
    const chunks = chunksOf(bundle)
    const table = pages.map(([path, modules]) => [
      path,
      [...filesOf(modules, chunks), ...(calls[path] ?? [])],
    ])
    const source = script.replace('PAGES', JSON.stringify([['', [me]], ...table]))
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
    const fileName = `assets/ahead-${hash}.js`
    this.emitFile({ type: 'asset', fileName, source })
    const page = bundle['index.html']
    if (page?.type !== 'asset') return this.error('index.html is not there yet')
    const tag = `  <script type="module" async src="/${fileName}"></script>\n  `
    page.source = largestFirst(String(page.source)).replace('</head>', `${tag}$&`)
  },
}
