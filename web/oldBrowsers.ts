// Rewrites our styles for the oldest supported browsers (src/oldBrowsers/). What stands in a cascade
// layer stays as it is: those browsers drop it, and load a file of Mantine's styles without layers.
import { transform } from 'lightningcss'
import type { Plugin } from 'vite'

const version = (major: number) => major << 16
const targets = {
  chrome: version(87),
  firefox: version(91),
  safari: version(14),
  ios_saf: version(14),
}

/** A style sheet with everything outside of its `@layer` blocks rewritten. */
export function forOldBrowsers(css: string): string {
  const parts: string[] = []
  let rest = css
  for (;;) {
    const start = rest.search(/@layer [\w.-]+\s*\{/)
    if (start < 0) return [...parts, rewritten(rest)].join('')
    const end = endOfBlock(rest, rest.indexOf('{', start))
    parts.push(rewritten(rest.slice(0, start)), rest.slice(start, end))
    rest = rest.slice(end)
  }
}

/** Where the block that opens at `open` is over. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at += 1) {
    // Braces in texts, such as content: "{", are none of a block.
    if (css[at] === '"' || css[at] === "'") at = css.indexOf(css[at] as string, at + 1)
    else if (css[at] === '{') depth += 1
    else if (css[at] === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return css.length
}

function rewritten(css: string): string {
  if (!css.trim()) return css
  // The app is read from left to right; what lightningcss makes of these tells languages apart.
  const physical = css
    .replace(/(?<=[{;]\s*)inset-inline-start(?=\s*:)/g, 'left')
    .replace(/(?<=[{;]\s*)inset-inline-end(?=\s*:)/g, 'right')
    .replace(/(?<=[{;]\s*)inset-inline:\s*([^;}]+)/g, 'left:$1;right:$1')
  const code = Buffer.from(physical)
  const { code: known } = transform({ filename: 'part.css', code, targets, minify: true })
  // The height of the window for those who know only one.
  return known
    .toString()
    .replace(/(?<=[{;])[\w-]+:[^;{}]*\ddvh[^;{}]*/g, (one) => `${one.replace(/dvh/g, 'vh')};${one}`)
}

export const oldBrowsers: Plugin = {
  name: 'old-browsers',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = forOldBrowsers(String(file.source))
    }
  },
}
