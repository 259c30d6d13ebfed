// The state machine reaches nothing outside of itself, and neither does anything it imports.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const here = 'src/shared/attempt'
/** What would make a step depend on more than its state and event. */
const outside =
  /\b(fetch|XMLHttpRequest|WebSocket|sendBeacon|set(Timeout|Interval|Immediate)|clear(Timeout|Interval)|queueMicrotask|requestAnimationFrame|Date\.now|new Date\(\)|Date\(\)|performance|Math\.random|crypto|localStorage|sessionStorage|indexedDB|navigator|document|window|globalThis|self|process|Promise|async|await|console|import\()/
/** Libraries whose functions used here compute and nothing else. */
const pure = new Set(['es-toolkit'])

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '')

/** The modules whose code `text` runs: all it imports but types. */
function imported(text: string): string[] {
  const from = /^(?:import|export)\s+(?!type\b)(?:[\w*{}\s,]+?from\s*)?['"]([^'"]+)['"]/gm
  return [...text.matchAll(from)].map(([, path = '']) => path)
}

/** Every file that runs with `file`, itself included. */
function reached(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found
  const text = withoutComments(readFileSync(file, 'utf8'))
  found.set(file, text)
  for (const from of imported(text)) {
    if (pure.has(from)) continue
    expect(from, `an import of ${file}`).toMatch(/^\.\//)
    reached(`${join(dirname(file), from)}.ts`, found)
  }
  return found
}

it('has no fetch, timer, storage, clock or navigator, in its imports neither', () => {
  const files = reached(`${here}/machine.ts`)
  expect([...files.keys()].map((file) => file.slice(here.length + 1)).sort()).toEqual([
    'clock.ts',
    'exchange.ts',
    'machine.ts',
    'outbox.ts',
    'state.ts',
  ])
  for (const [file, text] of files) expect(outside.exec(text)?.[0], file).toBeUndefined()
})

it.each(['run.ts', 'api.ts'])('would notice what %s does', (file) => {
  expect(withoutComments(readFileSync(`${here}/${file}`, 'utf8'))).toMatch(outside)
})
