// Prints a software bill of materials (CycloneDX 1.6, JSON) of a package of Sabi: the crates of the binary and the
// libraries of the web app, each with its version, licence and checksum.
//   cargo metadata --locked --format-version 1 --filter-platform TRIPLE | node scripts/sbom.mjs VERSION
// Its time is SOURCE_DATE_EPOCH, so that the same source gives the same bytes.
import { readFileSync } from 'node:fs'
import { crates, libraries } from './shipped.mjs'

const [version] = process.argv.slice(2)
const epoch = Number(process.env.SOURCE_DATE_EPOCH)
if (!version || !Number.isFinite(epoch)) throw new Error('sbom: needs a version, and SOURCE_DATE_EPOCH.')

/** The hashes of a library as CycloneDX names them. */
function hashes({ sha256, integrity }) {
  if (sha256) return [{ alg: 'SHA-256', content: sha256 }]
  const [algorithm, digest] = integrity.split('-')
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }]
}

/** A licence that is no SPDX expression stands by its name. */
function licences(licence) {
  if (!licence) return []
  // Older crates write a slash for OR.
  const expression = licence.replaceAll(/\s*\/\s*/g, ' OR ')
  return [/^[\w.+() -]+$/.test(expression) ? { expression } : { license: { name: licence } }]
}

const parts = [...crates(JSON.parse(readFileSync(0, 'utf8'))), ...libraries()]
const components = parts.map((part) => ({
  type: 'library',
  'bom-ref': part.purl,
  name: part.name,
  version: part.version,
  hashes: hashes(part),
  licenses: licences(part.licence),
  purl: part.purl,
}))
const unique = [...new Map(components.map((part) => [part.purl, part])).values()]
unique.sort((a, b) => (a.purl < b.purl ? -1 : a.purl > b.purl ? 1 : 0))
const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    timestamp: new Date(epoch * 1000).toISOString(),
    component: { type: 'application', 'bom-ref': 'sabi', name: 'sabi', version },
  },
  components: unique,
  dependencies: [{ ref: 'sabi', dependsOn: unique.map((part) => part.purl) }],
}
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`)
