// What a built style sheet uses that a floor lacks and has no fallback for: at-rules, selectors,
// properties, values and units. A fallback is an earlier declaration of the same property in the same
// rule, a place inside `@supports`, or the same rule with `:-webkit-any()` before one with `:is()`.
import postcss from 'postcss'
import parseSelector from 'postcss-selector-parser'
import parseValue from 'postcss-value-parser'
import { css, lacking, laterOf } from './data.mjs'

const { 'at-rules': atRules, properties, selectors, types } = css

/** The first browsers with cascade layers: what stands in a layer is for them. */
const layered = { chrome: 99, webview_android: 99, firefox: 97, safari: 15.4, safari_ios: 15.4 }

const units = [
  [/^-?[\d.]+dv[hwib]$|^-?[\d.]+dv(min|max)$/, types.length.viewport_percentage_units_dynamic],
  [/^-?[\d.]+sv[hwib]$|^-?[\d.]+sv(min|max)$/, types.length.viewport_percentage_units_small],
  [/^-?[\d.]+lv[hwib]$|^-?[\d.]+lv(min|max)$/, types.length.viewport_percentage_units_large],
  [/^-?[\d.]+cq(w|h|i|b|min|max)$/, types.length.container_query_length_units],
  [/^-?[\d.]+lh$/, types.length.lh],
  [/^-?[\d.]+rlh$/, types.length.rlh],
]
const functions = new Map(
  [types, types.color, types['easing-function'], types['transform-function'], types.image].flatMap(
    (group) => Object.entries(group).filter(([, feature]) => feature.__compat),
  ),
)

/** Each feature that a style sheet uses and the floor lacks, with the browsers that lack it and an example. */
export function faultsOfStyle(text, floor) {
  const faults = new Map()
  postcss.parse(text).walk((node) => {
    const inLayer = within(
      node,
      ({ type, name, nodes }) => type === 'atrule' && name === 'layer' && nodes,
    )
    const own = inLayer ? laterOf(floor, layered) : floor
    if (within(node, ({ type, name }) => type === 'atrule' && name === 'supports')) return
    if (node.type === 'rule' && isWrittenBefore(node)) return
    for (const [what, feature, prefix] of featuresOf(node)) {
      const browsers = lacking(feature, own, prefix)
      if (browsers.length > 0) faults.set(what, { browsers, example: exampleOf(node) })
    }
  })
  return faults
}

/** Whether the rule before says the same of the same elements, in words that came first. */
function isWrittenBefore(rule) {
  const before = rule.prev()
  return (
    before?.type === 'rule' &&
    String(before.nodes) === String(rule.nodes) &&
    before.selector.replaceAll(':-webkit-any(', ':is(') === rule.selector &&
    before.selector !== rule.selector
  )
}

function within(node, holds) {
  for (let at = node.parent; at; at = at.parent) if (holds(at)) return true
  return false
}

const exampleOf = (node) =>
  node.type === 'decl'
    ? `${node.parent.selector ?? node.parent.name} {${node}}`
    : `${node.selector ?? node.params}`

function featuresOf(node) {
  if (node.type === 'atrule') return ofAtRule(node)
  if (node.type === 'decl') return ofDeclaration(node)
  return node.type === 'rule' && node.parent.name !== 'keyframes' ? ofSelector(node) : []
}

function ofAtRule({ name, params, nodes }) {
  // Layers are dropped where they are not known, which `src/oldBrowsers/` makes good.
  if (name === 'layer' || (name === 'supports' && nodes)) return []
  const found = [[`@${name}`, atRules[name]]]
  if (name !== 'media') return found
  for (const [, feature] of params.matchAll(/\(\s*([a-z-]+)/g)) {
    found.push([`@media (${feature})`, atRules.media[feature.replace(/^(min|max)-/, '')]])
  }
  if (/[<>]/.test(params)) found.push(['@media with < or >', atRules.media.range_syntax])
  return found
}

function ofSelector({ selector, parent }) {
  const found = parent.type === 'rule' ? [['nesting', selectors.nesting]] : []
  parseSelector((all) => {
    all.walkPseudos(({ value, nodes }) => {
      const name = value.replace(/^::?/, '')
      // One with a prefix, such as ::-webkit-scrollbar, is written for those who know it.
      if (name.startsWith('-')) return
      found.push([`${value}${nodes?.length ? '()' : ''}`, selectors[name]])
      if (
        name === 'not' &&
        (nodes.length > 1 || nodes.some(({ nodes: parts }) => parts.length > 1))
      )
        found.push([':not() of a list', selectors.not.selector_list])
    })
    all.walkNesting(() => found.push(['nesting', selectors.nesting]))
  }).processSync(selector)
  return found
}

function ofDeclaration(node) {
  const { prop, value, parent } = node
  if (prop.startsWith('--')) return ofValue(value)
  const before = parent.nodes.slice(0, parent.index(node))
  if (before.some((other) => other.type === 'decl' && other.prop === prop)) return []
  const [, prefix = '', name] = /^(-\w+-)?(.+)$/.exec(prop)
  if (prefix) return []
  // The same under the name that came first, for those who know only that.
  if (
    parent.nodes.some(
      (other) =>
        other.type === 'decl' && other.prop.endsWith(`-${name}`) && other.prop.startsWith('-'),
    )
  )
    return ofValue(value)
  const property = properties[name]
  const found = [[name, property], ...ofValue(value)]
  parseValue(value).walk(({ type, value: word }) => {
    if (type === 'word' && property?.[word]) found.push([`${name}: ${word}`, property[word]])
    return type !== 'function'
  })
  const isFlex = parent.nodes.some(
    ({ prop: one, value: of }) => one === 'display' && /flex/.test(of),
  )
  if (isFlex && /^(row-|column-)?gap$/.test(name))
    found.push(['gap in flex', property.flex_context])
  return found
}

function ofValue(value) {
  const found = []
  parseValue(value).walk(({ type, value: word }) => {
    if (type === 'function' && functions.has(word)) found.push([`${word}()`, functions.get(word)])
    if (type !== 'word') return
    for (const [form, feature] of units)
      if (form.test(word)) found.push([word.replace(/[-\d.]+/, ''), feature])
  })
  return found
}
