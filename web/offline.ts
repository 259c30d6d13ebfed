// A browser fetches the offline page again only when sw.js has changed, so sw.js names the page's
// current files by their hash.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))

/** The worker's source, with the hash of the files that it stores. */
export function stamped(source: string, kept: Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const file of kept) hash.update(file)
  return `${source}// What is kept: ${hash.digest('base64url').slice(0, 8)}\n`
}

export const offline: Plugin = {
  name: 'offline',
  apply: 'build',
  generateBundle() {
    const source = stamped(read('public/sw.js').toString(), [
      read('public/offline.html'),
      read('public/offline.js'),
    ])
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}
