// Which modules travel together. A file for every module that two screens share would cost
// a first visit dozens of requests; one file for all of them would cost bytes that most
// screens have no use for. So what several screens share is bundled by who shares it:
// everybody, all students, one area, the dialogs.

/** What of the bundler's view of a module is read here. */
interface Graph {
  getModuleInfo: (id: string) => {
    importers: readonly string[]
    dynamicImporters: readonly string[]
    code: string | null
  } | null
}

interface Module {
  importers: string[]
  dynamicImporters: string[]
  clauses: Clause[]
}

/** One `{own as other} from 'specifier'`. */
interface Clause {
  specifier: string
  names: [own: string, other: string][]
}

/** Lazy modules by where they are: frames count as what they are the frame of. */
const areas: [RegExp, string][] = [
  [/\/src\/shell\/StudentShell\./, 'students'],
  [/\/src\/shell\/AuthShell\./, 'account'],
  [/\/src\/features\/account\/(Register|profile\/ProfileEdit|person\/CountryDialog)\./, 'person'],
  [/\/src\/shell\/(PublicShell|NotFound)\./, 'public'],
  [/\/src\/features\/public\/contact\/ContactSent\./, 'dialogs'],
  [/\/src\/features\/public\/Contact\./, 'contact'],
  [/\/src\/features\/test\/TestPage\./, 'test'],
  [/\/src\/features\/test\//, 'dialogs'],
  // A returning student's part of the dashboard: no part of a first visit.
  [/\/src\/features\/journey\/home\//, 'dialogs'],
  // The return from a payment, which few visits of the plans are.
  [/\/src\/features\/plans\/PaymentReturn\./, 'dialogs'],
  [/\/src\/features\/results\/share\//, 'dialogs'],
  [/\/src\/features\/(\w+)\//, '$1'],
  [/\/src\/admin\//, 'admin'],
  // Of administrators' account, and of a student's setting that few visits open.
  [/\/src\/shell\/OwnSessions\./, 'admin'],
  // Fields that the back-office's forms alone have.
  [/\/src\/ui\/(DatePicker|RichTextEditor)\./, 'admin'],
]

/** The areas of the way to a test. */
const steps = ['journey', 'plans', 'enrolment']

/** Areas of many screens, most of which a visitor sees alone. */
const lonely = new Set([...steps, 'account', 'person'])

/** The areas outside the students' frame. */
const outside = ['account', 'person', 'contact']

/** What a few areas share, and the others never load. */
const few: [bundle: string, areas: string[]][] = [
  ['steps', steps],
  ['lists', ['plans', 'enrolment', 'results']],
]

function areaOf(id: string): string {
  for (const [place, area] of areas) {
    const found = place.exec(id)
    if (found) return area === '$1' ? (found[1] ?? area) : area
  }
  // Any other lazy part: a dialog, the toasts, the maths.
  return 'dialogs'
}

/** Modules of libraries that only hand on what others hold, so that importing them says little. */
const isBarrel = (id: string) => /node_modules\/.*\/(index|lucide-react)\.m?js$/.test(id)

function clausesOf(code: string): Clause[] {
  const all = code.matchAll(/\{([^{}]*)\}\s*from\s*["']([^"']+)["']/g)
  return [...all].map(([, names = '', specifier = '']) => ({
    specifier,
    names: names.split(',').map((name) => {
      const [own = '', other = own] = name.trim().split(/\s+as\s+/)
      return [own, other]
    }),
  }))
}

const known = new Map<string, Module | null>()

/** Asked for once: the bundler copies a module's code with each answer. */
function infoOf(id: string, graph: Graph): Module | null {
  let info = known.get(id)
  if (info === undefined) {
    const found = graph.getModuleInfo(id)
    const { importers = [], dynamicImporters = [] } = found ?? {}
    const clauses = clausesOf(found?.code ?? '')
    info = { importers: [...importers], dynamicImporters: [...dynamicImporters], clauses }
    known.set(id, info)
  }
  return info
}

const direct = new Map<string, Set<string>>()

/** Who imports a module, also through the barrels of libraries. */
function importersOf(id: string, graph: Graph): Set<string> {
  let found = direct.get(id)
  if (found) return found
  found = new Set<string>()
  direct.set(id, found)
  const passed = new Set<string>()
  /** Past a barrel: only to those who import what it hands on of this module. */
  const through = (barrel: string, module: string, before: string[]) => {
    if (passed.has(barrel)) return
    passed.add(barrel)
    const info = infoOf(barrel, graph)
    const own = info?.clauses.filter(
      ({ specifier }) =>
        specifier.startsWith('.') && module.endsWith(specifier.replace(/^[./]+/, '/')),
    )
    const handed = own?.flatMap(({ names }) => names.map(([, other]) => other)) ?? []
    const names = new Set(handed.length > 0 ? handed : before)
    for (const importer of info?.importers ?? []) {
      if (isBarrel(importer)) through(importer, barrel, [...names])
      else if (imports(importer, names)) found.add(importer)
    }
  }
  const imports = (importer: string, names: Set<string>) =>
    infoOf(importer, graph)?.clauses.some(
      (clause) =>
        !/^(\.|@\/)/.test(clause.specifier) && clause.names.some(([name]) => names.has(name)),
    )
  for (const importer of infoOf(id, graph)?.importers ?? []) {
    if (isBarrel(importer)) through(importer, id, [])
    else found.add(importer)
  }
  return found
}

/** The module itself, and all that cannot run without it. */
function above(id: string, graph: Graph): Set<string> {
  const seen = new Set([id])
  for (const module of seen) for (const one of importersOf(module, graph)) seen.add(one)
  return seen
}

/** The lazy modules that cannot run without this one. */
function usersOf(id: string, graph: Graph): string[] {
  return [...above(id, graph)].filter((module) => infoOf(module, graph)?.dynamicImporters.length)
}

/** The bundler's own helpers. */
const isRuntime = (id: string) => id.startsWith('\0rolldown/')

/** Icons and styles that dialogs share with pages, and what names files that the first one names. */
const small =
  /\/icons\/(calculator|file-question-mark)\.|\/get-style-object\.|\/(StepActions|Panel)\.module\.css|\/src\/shell\/ahead\./

/**
 * What the app begins with, and what visitors share with students: it comes at once for all, so
 * that visitors need not have the rest of what students share.
 */
function isEverybodys(id: string, graph: Graph): boolean {
  const begins = (module: string) => module.endsWith('/src/main.tsx')
  if (isRuntime(id) || [...above(id, graph)].some(begins)) return true
  // Too small for files of their own, and of many areas.
  if (small.test(id)) return true
  const areas = usersOf(id, graph).map(areaOf)
  const others = areas.filter((area) => !['public', 'contact', 'dialogs', 'admin'].includes(area))
  return areas.includes('public') && others.length > 0
}

/** The bundle that a module travels in; null for one that belongs to a single screen. */
function bundleOf(id: string, graph: Graph): string | null {
  // For the test window and the tracker alone, which have nothing else in common.
  if (/\/Tabs[./]/.test(id)) return 'tabs'
  // Of the steps after the dashboard, which does without.
  if (
    /\/src\/features\/journey\/(setup|registered|useStudent|facts|startMessages|useMockLength)\./.test(
      id,
    )
  )
    return 'setup'
  if (/\/(useQueries|queriesObserver|use-debounced-value|icons\/circle-play)\./.test(id))
    return 'setup'
  // A returning student's part of the dashboard, with what its forms share.
  if (/\/src\/features\/journey\/home\/(?!DayForm)/.test(id)) return 'home'
  // What it shares with results.
  if (
    /\/src\/(ui\/Bar|api\/queries\/progress|shell\/(AgainButton|again|kind))\.|\/icons\/rotate-ccw\./.test(
      id,
    )
  )
    return 'again'
  // What forms are made of travels with what sends them.
  if (/\/src\/shell\/useApiForm\.|\/@mantine\/form\/|\/klona\/|\/fast-deep-equal\//.test(id))
    return 'apiForm'
  // A frame travels with what the pages inside it share.
  const frame = /\/src\/shell\/(Student|Auth|Public)Shell\./.exec(id)?.[1]
  if (frame !== undefined)
    return { Student: 'students', Auth: 'account', Public: 'public' }[frame] ?? null
  // Too small for files of their own.
  if (/\/src\/ui\/(DescriptionList|Checkbox|LazyCalculator|verdict)\.|\/CloseButton[./]/.test(id))
    return 'students'
  const users = usersOf(id, graph).map(areaOf)
  // The public site's one form takes what it needs from wherever that is: it is no reason for
  // the other pages of visitors to have what forms are made of.
  const ours = users.filter((area) => area !== 'admin' && area !== 'contact')
  // What one screen shares with admins alone is nothing for the others of its area.
  const [single = ''] = ours
  if (users.length < 2 || (ours.length === 1 && lonely.has(single))) return null
  const all = new Set(ours)
  // The forms of a person's data have all that sign-in has; sign-in has no use for the rest.
  if (all.has('account')) all.delete('person')
  const inTest = all.delete('test')
  const inDialogs = all.delete('dialogs')
  const [first, second] = all
  if (first === undefined) return inTest || inDialogs ? 'dialogs' : null
  if (first === 'students') return 'students'
  if (second !== undefined) {
    const shared = few.find(([, areas]) => [...all].every((area) => areas.includes(area)))?.[0]
    // Sign-in is outside the students' frame.
    return shared ?? (outside.some((area) => all.has(area)) ? 'forms' : 'students')
  }
  if (inTest) return `${first}-test`
  return inDialogs ? null : first
}

/** The bundles for the build: what the most screens share is taken first, with all it needs. */
export const bundles = [
  {
    name: (id: string, graph: Graph) => (isEverybodys(id, graph) ? 'initial' : null),
    priority: 6,
  },
  { name: only((bundle) => bundle === 'forms'), priority: 5 },
  { name: only((bundle) => bundle === 'students'), priority: 4 },
  ...few.map(([name]) => ({ name: only((bundle) => bundle === name), priority: 3 })),
  { name: only((bundle) => !bundle.endsWith('-test') && bundle !== 'dialogs'), priority: 2 },
  { name: only((bundle) => bundle !== 'dialogs'), priority: 1 },
  { name: only(() => true), priority: 0 },
]

function only(takes: (bundle: string) => boolean) {
  return (id: string, graph: Graph) => {
    const bundle = bundleOf(id, graph)
    return bundle !== null && takes(bundle) ? bundle : null
  }
}
