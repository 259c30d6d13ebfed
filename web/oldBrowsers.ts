// Rewrites what the oldest supported browsers (src/oldBrowsers/) do not understand: styles, and the
// private fields of one library. Cascade layers are left unchanged: those browsers ignore them, and
// load a file of Mantine's styles without layers.
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

/** The index at which the block that opens at `open` ends. */
function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at += 1) {
    // Braces in strings, such as content: "{", do not open or close blocks.
    if (css[at] === '"' || css[at] === "'") at = css.indexOf(css[at] as string, at + 1)
    else if (css[at] === '{') depth += 1
    else if (css[at] === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return css.length
}

function rewritten(css: string): string {
  if (!css.trim()) return css
  // The app is read from left to right; lightningcss's own fallback would distinguish languages.
  const physical = css
    .replace(/(?<=[{;]\s*)inset-inline-start(?=\s*:)/g, 'left')
    .replace(/(?<=[{;]\s*)inset-inline-end(?=\s*:)/g, 'right')
    .replace(/(?<=[{;]\s*)inset-inline:\s*([^;}]+)/g, 'left:$1;right:$1')
  const code = Buffer.from(physical)
  const { code: known } = transform({ filename: 'part.css', code, targets, minify: true })
  // The window's height for browsers that know only one unit for it.
  return known
    .toString()
    .replace(/(?<=[{;])[\w-]+:[^;{}]*\ddvh[^;{}]*/g, (one) => `${one.replace(/dvh/g, 'vh')};${one}`)
}

const styles: Plugin = {
  name: 'old-browsers',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = forOldBrowsers(String(file.source))
    }
  },
}

/**
 * Names of private fields, as short as minified ones; one name is the same field in all classes.
 */
const shortNames = new Map<string, string>()

/**
 * Makes TanStack Query's private fields (Safari 14.1) and private methods (Safari 15) plain ones:
 * what a compiler generates for them instead would add 3 KiB.
 */
const plainFields: Plugin = {
  name: 'plain-fields',
  apply: 'build',
  transform(code, id) {
    if (!/@tanstack\/query-core\/build\/modern\/\w+\.js$/.test(id) || !/#\w/.test(code)) return
    if (/\.\$\w/.test(code)) this.error(`${id} has fields that begin with $ itself`)
    return code.replace(/(^\s*(?:async )?|[.\s(!])#(\w+)/gm, (_, before, name) => {
      shortNames.set(name, shortNames.get(name) ?? `$${shortNames.size.toString(36)}`)
      return before + shortNames.get(name)
    })
  },
  generateBundle(_options, bundle) {
    for (const { fileName, ...rest } of Object.values(bundle)) {
      const left = 'code' in rest && /\bstatic\s*\{|\bthis\.#\w+/.exec(rest.code)?.[0]
      if (left) this.error(`${fileName} has "${left}", which Safari 14 does not understand`)
    }
  },
}

export const oldBrowsers = [styles, plainFields]
