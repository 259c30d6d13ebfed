// Rewrites what the oldest supported browsers (package.json, `browserslist`) do not understand: styles, and
// the private fields of one library. Cascade layers are left unchanged except for heights in `dvh`: those
// browsers ignore layers, and load a file of Mantine's styles without them (src/app/oldBrowsers/).
import { readdirSync, readFileSync } from 'node:fs'
import browserslist from 'browserslist'
import { browserslistToTargets, transform } from 'lightningcss'
import postcss, { type Declaration, list, type Rule } from 'postcss'
import type { Plugin } from 'vite'

const targets = browserslistToTargets(browserslist(undefined, { env: 'students' }))

/** A style sheet with everything outside of its `@layer` blocks rewritten. */
export function forOldBrowsers(css: string): string {
  const parts: string[] = []
  let rest = css
  for (;;) {
    const start = rest.search(/@layer [\w.-]+\s*\{/)
    if (start < 0) return withWindowHeights([...parts, rewritten(rest)].join(''))
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
  const code = Buffer.from(withOldNames(css))
  const { code: known } = transform({ filename: 'part.css', code, targets, minify: true })
  return withOldValues(known.toString())
}

/** Sides by the way of the text: the app is read from left to right. */
const sides = { inline: ['left', 'right'], block: ['top', 'bottom'] }
const corners: Record<string, string> = {
  'start-start': 'top-left',
  'start-end': 'top-right',
  'end-start': 'bottom-left',
  'end-end': 'bottom-right',
}
/** Values that only a newer browser takes in flex boxes, or at all, by those that mean the same. */
const olderValues: [property: RegExp, value: string, older: string][] = [
  [/^(align|justify)-(content|items|self)$/, 'start', 'flex-start'],
  [/^(align|justify)-(content|items|self)$/, 'end', 'flex-end'],
  [/^overflow-wrap$/, 'anywhere', 'break-word'],
]

/**
 * Declarations under the names that came first, which lightningcss leaves alone where they hold a
 * variable, or rewrites by language.
 */
function withOldNames(css: string): string {
  const root = postcss.parse(css)
  root.walkDecls((one) => {
    const named = physical(one)
    if (named) one.replaceWith(named.map(([prop, value]) => one.clone({ prop, value })))
  })
  return root.toString()
}

/** Older values before newer ones, which lightningcss would take for no use. */
function withOldValues(css: string): string {
  const root = postcss.parse(css)
  root.walkDecls((one) => {
    const older = olderValues.find(([prop, value]) => prop.test(one.prop) && value === one.value)
    if (older) one.cloneBefore({ value: older[2] })
  })
  return root.toString()
}

/** The sides that a declaration means, each with its value; null for one that names none. */
function physical({ prop, value }: Declaration): [prop: string, value: string][] | null {
  if (prop === 'inset') {
    const [top = value, right = top, bottom = top, left = right] = list.space(value)
    return Object.entries({ top, right, bottom, left })
  }
  const [, corner] = /^border-(\w+-\w+)-radius$/.exec(prop) ?? []
  if (corner && corners[corner]) return [[`border-${corners[corner]}-radius`, value]]
  const found = /^(inset|margin|padding|border)-(inline|block)(-start|-end)?(-\w+)?$/.exec(prop)
  if (!found) return null
  const [, of = '', way = '', end, part = ''] = found
  // A border has one value for both its sides, of several words.
  const [first = value, second = first] = of === 'border' && !part ? [value] : list.space(value)
  const [start = '', last = ''] = sides[way as keyof typeof sides]
  const name = (side: string) => (of === 'inset' ? side : `${of}-${side}${part}`)
  const both: [string, string][] = [
    [name(start), first],
    [name(last), second],
  ]
  return both.filter((_, n) => !end || (end === '-start') === (n === 0))
}

/** The height of the window for browsers that know only one: `100dvh` after `100vh`. */
function withWindowHeights(css: string): string {
  if (!css.includes('dvh')) return css
  const root = postcss.parse(css)
  root.walkDecls(/./, (one) => {
    if (!/\ddvh/.test(one.value) || within(one, 'supports')) return
    const older = one.value.replace(/(\d)dvh/g, '$1vh')
    if (!one.prop.startsWith('--') && !one.value.includes('var(')) {
      one.cloneBefore({ value: older })
      return
    }
    // A value with a variable is never refused, only void: what comes before it is lost.
    const rule = one.parent as Rule
    const newer = postcss.atRule({ name: 'supports', params: '(height:1dvh)' })
    const alone = rule.clone()
    alone.removeAll()
    newer.append(alone.append(one.clone()))
    one.value = older
    rule.after(newer)
  })
  return root.toString()
}

function within(one: Declaration, atRule: string): boolean {
  for (let at = one.parent?.parent; at; at = at.parent as typeof at)
    if (at.type === 'atrule' && 'name' in at && at.name === atRule) return true
  return false
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

const privateName = /(^\s*(?:async )?|[.\s(!])#(\w+)/gm

/**
 * Names for the private fields of these sources, as short as minified ones; one name is the same field in all
 * classes. They do not depend on the order of the sources: two builds of one version have the same files, and a
 * browser that has them fetches nothing again.
 */
export function shortNames(sources: string[]): Map<string, string> {
  const fields = sources.flatMap((code) =>
    [...code.matchAll(privateName)].map((one) => `${one[2]}`),
  )
  return new Map([...new Set(fields)].sort().map((name, at) => [name, `$${at.toString(36)}`]))
}

let names = new Map<string, string>()

/**
 * Makes TanStack Query's private fields (Safari 14.1) and private methods (Safari 15) plain ones:
 * what a compiler generates for them instead would add 3 KiB.
 */
const plainFields: Plugin = {
  name: 'plain-fields',
  apply: 'build',
  buildStart() {
    const folder = new URL('.', import.meta.resolve('@tanstack/query-core'))
    const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
    names = shortNames(files.map((name) => readFileSync(new URL(name, folder), 'utf8')))
  },
  transform(code, id) {
    if (!/@tanstack\/query-core\/build\/modern\/\w+\.js$/.test(id) || !/#\w/.test(code)) return
    if (/\.\$\w/.test(code)) this.error(`${id} has fields that begin with $ itself`)
    // Of another copy of the library nothing was read.
    return code.replace(
      privateName,
      (_, before, name) =>
        before + (names.get(name) ?? this.error(`${id} has an unknown #${name}`)),
    )
  },
  generateBundle(_options, bundle) {
    for (const { fileName, ...rest } of Object.values(bundle)) {
      const left = 'code' in rest && /\bstatic\s*\{|\bthis\.#\w+/.exec(rest.code)?.[0]
      if (left) this.error(`${fileName} has "${left}", which Safari 14 does not understand`)
    }
  },
}

export const oldBrowsers = [styles, plainFields]
