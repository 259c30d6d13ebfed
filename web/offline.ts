// A browser looks for another offline page only where sw.js has changed, which is why what is kept
// stands in it by its hash.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))

/** The worker's source, with what it keeps told by its hash. */
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
