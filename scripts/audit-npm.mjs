// Checks the npm packages of the web app by the rules of deny.toml: each is pinned by a checksum, all come from the
// registry, and packages that reach a browser have a licence that deny.toml allows. Needs no network.
import { readFileSync } from 'node:fs'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const allow = read('deny.toml').match(/^allow = \[([^\]]*)\]/m)?.[1] ?? ''
const allowed = new Set([...allow.matchAll(/^\s*"([^"]+)"/gm)].map(([, name]) => name))
const { packages } = JSON.parse(read('web/package-lock.json'))

/** Whether one side of each OR, and both of each AND, is allowed. */
function isAllowed(licence) {
  const words = licence.replaceAll(/[()]/g, '')
  return words.split(' OR ').some((side) => side.split(' AND ').every((name) => allowed.has(name.trim())))
}

const faults = []
for (const [path, { version, license, integrity, resolved, link, dev, optional }] of Object.entries(packages)) {
  if (!path) continue
  const name = `${path.replace(/^.*node_modules\//, '')} ${version}`
  if (link || /^(git|file|ssh)\b|^https?:\/\/[^/]*github/.test(resolved ?? '')) faults.push(`${name} does not come from the registry.`)
  if (!integrity?.startsWith('sha512-')) faults.push(`${name} has no checksum.`)
  if (!dev && !optional && !isAllowed(license ?? '')) faults.push(`${name} is under ${license ?? 'no licence'}, which deny.toml does not allow.`)
}
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
console.log(`npm packages ok: ${Object.keys(packages).length - 1} pinned, their licences allowed`)
