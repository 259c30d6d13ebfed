// Checks that first visits load little (students pay for data). Sizes are those of all scripts and
// style sheets by brotli. A page that visits begin with: at most 155 KiB in at most 12 files. A page
// behind those: at most 162.5 KiB in at most 16 files. A returning student's dashboard, from which the
// questions of today are started: at most 169.5 KiB in at most 17 files. The test
// window: at most 60 KiB more than the page that opens it, with everything that it fetches by
// itself. The tools of written answers, which only tests with such answers fetch: at most 10 KiB
// more. Administrators' first page: at most 250 KiB.
// Reads the build of `npm run build`; e2e/size.spec.ts compares the result with a real browser.
import {
  backOffice,
  essayTools,
  filesOf,
  pages,
  readManifest,
  returning,
  testWindow,
  weigh,
} from './weight.mjs'

const KiB = 1024
const first = { bytes: 155 * KiB, files: 12 }
const behind = { bytes: 162.5 * KiB, files: 16 }
const home = { bytes: 169.5 * KiB, files: 17 }
const testLimit = 60 * KiB
const essayLimit = 10 * KiB
const adminLimit = 250 * KiB
/**
 * The pages that visits begin with. What other pages need is mostly loaded before they are reached.
 */
const begins = /features\/(public\/(?!Contact)|account\/(Login|Register)|journey\/Dashboard)/

const manifest = readManifest()
let failed = false

function report(name, files, limit, most) {
  const bytes = weigh(files)
  const over = bytes > limit || files.length > most
  if (over) failed = true
  const size = `${(bytes / KiB).toFixed(1)} KiB of ${limit / KiB}`.padStart(18)
  const number = `${files.length} files${most === Number.POSITIVE_INFINITY ? '' : ` of ${most}`}`
  console.log(`${over ? 'TOO BIG' : 'ok     '}${size}${number.padStart(16)}  ${name}`)
}

for (const { name, modules } of pages(manifest)) {
  const { bytes, files } = begins.test(name) ? first : behind
  report(name, [...filesOf(manifest, modules)], bytes, files)
}
report(
  'the dashboard of a returning student',
  [...filesOf(manifest, returning(manifest))],
  home.bytes,
  home.files,
)
const { modules, opener } = testWindow(manifest)
const there = filesOf(manifest, opener)
const more = [...filesOf(manifest, modules)].filter((file) => !there.has(file))
report('the test window, more than its opener', more, testLimit, Number.POSITIVE_INFINITY)
const inWindow = filesOf(manifest, modules)
report(
  'the tools of written answers, more than the test window',
  [...filesOf(manifest, [...modules, essayTools])].filter((file) => !inWindow.has(file)),
  essayLimit,
  Number.POSITIVE_INFINITY,
)
report(
  'the back office',
  [...filesOf(manifest, backOffice(manifest))],
  adminLimit,
  Number.POSITIVE_INFINITY,
)
process.exitCode = failed ? 1 : 0
