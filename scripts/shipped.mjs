// The contents of a package of Sabi: the crates of the binary and the libraries of the web app.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const web = join(root, 'web')
const ROOT = 'sabi-cli'

/** The crates that the binary is made of, without those that only build or test it, from `cargo metadata`. */
export function crates({ packages, resolve }) {
  const byId = new Map(packages.map((found) => [found.id, found]))
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]))
  const first = packages.find((found) => found.name === ROOT)
  const reached = new Set([first.id])
  for (const id of reached) {
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) reached.add(pkg)
    }
  }
  const sums = checksums()
  // Our own have no source.
  const foreign = [...reached].map((id) => byId.get(id)).filter((found) => found.source)
  return foreign.map(({ name, version, license, manifest_path }) => ({
    name,
    version,
    licence: license,
    folder: dirname(manifest_path),
    purl: `pkg:cargo/${name}@${version}`,
    sha256: sums.get(`${name} ${version}`),
  }))
}

/** The checksums of Cargo.lock, by name and version. */
function checksums() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8')
  const field = (text, name) => text.match(new RegExp(`^${name} = "(.*)"$`, 'm'))?.[1]
  const parts = lock.split('[[package]]').map((text) => [field(text, 'name'), field(text, 'version'), field(text, 'checksum')])
  return new Map(parts.map(([name, version, sum]) => [`${name} ${version}`, sum]))
}

/** The libraries that the web app may bring to a browser. */
export function libraries() {
  const { packages } = JSON.parse(readFileSync(join(web, 'package-lock.json'), 'utf8'))
  const shipped = Object.entries(packages).filter(([path, { dev, optional }]) => path && !dev && !optional)
  return shipped.map(([path, { version, license, integrity }]) => {
    const folder = join(web, path)
    if (!existsSync(folder)) throw new Error(`${folder} is not there: run make web first.`)
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return { name, version, licence: license, folder, purl, integrity }
  })
}
