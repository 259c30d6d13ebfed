// Which modules are bundled together. One file for every module that two screens share would cost a
// first visit dozens of requests; one file for all of them would load bytes that most screens do
// not use. So shared modules are bundled by the screens that share them: everybody, all students,
// one area, the dialogues.
//
// Measured: with five groups and no rule but these (framework, students, attempt, admin, editor), a
// first visit loads 30 to 140 KiB of JavaScript more, depending on its first screen.

/** The parts of the bundler's module information that are read here. */
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

/** One `{own as other} from 'specifier'` of an import. */
interface Clause {
  specifier: string
  names: [own: string, other: string][]
}

/** Lazily loaded modules by area; a frame counts as part of the area that it surrounds. */
const areas: [RegExp, string][] = [
  [/\/src\/app\/layouts\/StudentShell\./, 'students'],
  [/\/src\/app\/layouts\/AuthShell\./, 'account'],
  [/\/src\/features\/account\/(Register|profile\/ProfileEdit|person\/CountryDialog)\./, 'person'],
  [/\/src\/(app\/layouts\/PublicShell|shared\/layout\/NotFound)\./, 'public'],
  [/\/src\/features\/public\/ContactSent\./, 'dialogs'],
  [/\/src\/features\/public\/Contact\./, 'contact'],
  [/\/src\/features\/attempt\/window\/TestPage\./, 'test'],
  [/\/src\/(features|shared)\/attempt\//, 'dialogs'],
  // Only returning students see this part of the dashboard.
  [/\/src\/features\/journey\/home\//, 'dialogs'],
  // The return from a payment, which is rare among visits of the plans page.
  [/\/src\/features\/plans\/PaymentReturn\./, 'dialogs'],
  [/\/src\/features\/results\/share\//, 'dialogs'],
  // Only devices with questions for practice without internet see these parts.
  [/\/src\/features\/(journey\/offline\/|results\/Offline\.)/, 'dialogs'],
  // A student's setting that few visits open. It shares what pages inside the frame do.
  [/\/src\/features\/account\/profile\/Week\./, 'dialogs'],
  [/\/src\/features\/admin\//, 'admin'],
  [/\/src\/features\/(\w+)\//, '$1'],
  // For the administrators' account, and a student's setting that few visits open.
  [/\/src\/shared\/session\/OwnSessions\./, 'admin'],
  // Fields that only the back-office's forms have.
  [/\/src\/shared\/ui\/(DatePicker|MathsDialog|RichTextEditor)\./, 'admin'],
]

/** The areas between the dashboard and a test. */
const steps = ['journey', 'plans', 'enrolment']

/** Areas with many screens, of which a visit usually sees only one. */
const lonely = new Set([...steps, 'account', 'person'])

/** The areas outside the students' frame. */
const outside = ['account', 'person', 'contact']

/** Shared by a few areas, and never loaded by the others. */
const few: [bundle: string, areas: string[]][] = [
  ['steps', steps],
  ['lists', ['plans', 'enrolment', 'results']],
]

function areaOf(id: string): string {
  for (const [place, area] of areas) {
    const found = place.exec(id)
    if (found) return area === '$1' ? (found[1] ?? area) : area
  }
  // Any other lazy part: a dialogue, the toasts, the formulas.
  return 'dialogs'
}

/**
 * Library modules that only re-export others, so that importing them says little about what is
 * used.
 */
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

/** Cached: the bundler copies a module's code with each answer. */
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

/** The modules that import a module, also through the barrels of libraries. */
function importersOf(id: string, graph: Graph): Set<string> {
  let found = direct.get(id)
  if (found) return found
  found = new Set<string>()
  direct.set(id, found)
  const passed = new Set<string>()
  /** For a barrel: only the modules that import what it re-exports from this module. */
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

/** The module and all modules that need it, directly or not. */
function above(id: string, graph: Graph): Set<string> {
  const seen = new Set([id])
  for (const module of seen) for (const one of importersOf(module, graph)) seen.add(one)
  return seen
}

/** Loaded only by the test window, of whose code it is made: it needs no bundle of its own. */
const inWindow = /\/src\/features\/attempt\/warmUp\//

/** The lazily loaded modules that need this one. */
function usersOf(id: string, graph: Graph): string[] {
  const isLazy = (module: string) => infoOf(module, graph)?.dynamicImporters.length
  return [...above(id, graph)].filter((module) => isLazy(module) && !inWindow.test(module))
}

/** The bundler's own helpers. */
const isRuntime = (id: string) => id.startsWith('\0rolldown/')

/**
 * Icons and styles that dialogues share with pages, and modules that name files of the first
 * bundle.
 */
const small =
  /\/icons\/(calculator|file-question-mark)\.|\/get-style-object\.|\/page\.module\.css|\/src\/features\/journey\/prefetch\./

/**
 * Modules that the app starts with or that visitors share with students: loaded by everybody at
 * once, so that visitors need not load the rest of what students share.
 */
function isEverybodys(id: string, graph: Graph): boolean {
  const begins = (module: string) => module.endsWith('/src/app/main.tsx')
  if (isRuntime(id) || [...above(id, graph)].some(begins)) return true
  // Too small for files of their own, and used by many areas.
  if (small.test(id)) return true
  const areas = usersOf(id, graph).map(areaOf)
  const others = areas.filter((area) => !['public', 'contact', 'dialogs', 'admin'].includes(area))
  return areas.includes('public') && others.length > 0
}

/** The bundle of a module; null for a module that only one screen uses. */
function bundleOf(id: string, graph: Graph): string | null {
  // Loaded by everybody some time after the start, and with the code of a device that is set up.
  if (/\/src\/shared\/lazy\/newVersion\./.test(id)) return 'newVersion'
  // Loaded only on devices that are set up for practice without internet, all at once.
  if (
    /\/src\/(shared\/offline\/(?!(inUse|testIds)\.)|features\/journey\/offline\/choices\.)/.test(id)
  )
    return 'device'
  // Of the steps, though the tests of such a device ask too.
  if (/\/src\/shared\/ui\/ConfirmDialog\./.test(id)) return 'steps'
  // Of these and of the contact page.
  if (/\/src\/shared\/api\/ids\./.test(id)) return 'formKey'
  // Used only by the test window and the results tracker, which share nothing else.
  if (/\/Tabs[./]/.test(id)) return 'tabs'
  // What the dashboard shares with the steps after it.
  if (/\/src\/(features\/journey\/(messages|testWindow)|shared\/attempt\/handOver)\./.test(id))
    return 'dash'
  // What starts a test: of the start screens, and of a returning student's dashboard.
  if (/\/src\/features\/journey\/(useStart|setup)\.|\/icons\/circle-play\./.test(id)) return 'start'
  // The proposal for the next test: of the start screen and a returning student's dashboard.
  if (/\/src\/(features\/journey\/practise\/proposal|shared\/flow\/lastChoices)\./.test(id))
    return 'proposal'
  // The choice of a year: of the steps, and of a start without internet.
  if (/\/src\/features\/journey\/SetupFields\./.test(id)) return 'years'
  // Of the start screen and its parts.
  if (/\/src\/(features\/journey\/practise\/messages|shared\/ui\/Chips)\./.test(id))
    return 'practise'
  // Of the steps after the dashboard, which does without.
  if (/\/src\/features\/journey\/facts\./.test(id)) return 'setup'
  if (/\/(useQueries|queriesObserver)\./.test(id)) return 'setup'
  // Of a few screens that share nothing else: files of their own.
  if (
    /\/use-(debounced-value|mutation-observer)\.|\/src\/features\/account\/profile\/messages\.|\/src\/shared\/(api\/queries\/(subscribe|weekly)|attempt\/(kept|photographs\/\w+))\./.test(
      id,
    )
  )
    return null
  // Also of the dialogue that shares a result, and of a result that only this device has.
  if (/\/src\/features\/results\/(score|source)\./.test(id)) return 'results'
  // A returning student's part of the dashboard, without its forms, which load when they are opened.
  if (/\/src\/features\/journey\/home\/(?!ExamDayForms\.)/.test(id)) return 'home'
  // Shared with the results.
  if (/\/src\/shared\/(ui\/Bar|flow\/again)\.|\/icons\/rotate-ccw\./.test(id)) return 'again'
  // The parts of forms are bundled with the code that sends them.
  if (
    /\/src\/shared\/forms\/useApiForm\.|\/@mantine\/form\/|\/klona\/|\/fast-deep-equal\//.test(id)
  )
    return 'apiForm'
  // A frame is bundled with what the pages inside it share.
  const frame = /\/src\/app\/layouts\/(Student|Auth|Public)Shell\./.exec(id)?.[1]
  if (frame !== undefined)
    return { Student: 'students', Auth: 'account', Public: 'public' }[frame] ?? null
  // Too small for files of their own.
  if (
    /\/src\/shared\/(offline\/testIds|device\/dataUsed|ui\/(DescriptionList|Checkbox|LazyCalculator|parts)|exams\/(exams|kind)|flow\/subscription)\.|\/CloseButton[./]/.test(
      id,
    )
  )
    return 'students'
  const users = usersOf(id, graph).map(areaOf)
  // The contact page has the public site's only form. It loads form code from the other bundles, so
  // that the other public pages do not have to.
  const ours = users.filter((area) => area !== 'admin' && area !== 'contact')
  // A module that one screen shares only with admins does not concern the other screens of its
  // area.
  const [single = ''] = ours
  if (users.length < 2 || (ours.length === 1 && lonely.has(single))) return null
  const all = new Set(ours)
  // Personal-details forms need all that sign-in needs, but sign-in needs nothing of theirs.
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
  // Of the screens from the dashboard to a test no two share the same: each module gets a file by
  // the screens that use it.
  return inDialogs || first === 'journey' ? null : first
}

/** The bundles of the build: modules shared by the most screens first, with all that they need. */
export const bundles = [
  {
    name: (id: string, graph: Graph) => (isEverybodys(id, graph) ? 'initial' : null),
    priority: 6,
  },
  { name: only((bundle) => bundle === 'forms'), priority: 5 },
  { name: only((bundle) => bundle === 'students'), priority: 4 },
  ...few.map(([name]) => ({ name: only((bundle) => bundle === name), priority: 3 })),
  // Before the bundles that stand on them, which would take them in.
  { name: only((bundle) => bundle === 'dash'), priority: 3 },
  { name: only((bundle) => bundle === 'start' || bundle === 'practise'), priority: 2.5 },
  { name: only((bundle) => bundle === 'proposal'), priority: 2.4 },
  // Before those that share parts of them, and before an area's bundle, of which the test window
  // would need the rest too.
  { name: only((bundle) => bundle === 'tabs'), priority: 2.3 },
  { name: only((bundle) => bundle.endsWith('-test')), priority: 2.2 },
  { name: only((bundle) => bundle !== 'dialogs' && bundle !== 'device'), priority: 2 },
  { name: only((bundle) => bundle === 'dialogs'), priority: 1 },
  // Last: what it shares with other bundles stays in theirs, which do without it.
  { name: only((bundle) => bundle === 'device'), priority: 0 },
]

function only(takes: (bundle: string) => boolean) {
  return (id: string, graph: Graph) => {
    const bundle = bundleOf(id, graph)
    return bundle !== null && takes(bundle) ? bundle : null
  }
}
