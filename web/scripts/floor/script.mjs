// What a built script uses that a floor lacks: syntax, globals, static methods, and methods by name.
import { parse } from 'acorn'
import { full } from 'acorn-walk'
import { api, javascript, lacking } from './data.mjs'

const { builtins, classes, operators, regular_expressions: regExp, statements } = javascript

/** Global name → feature. */
const globals = new Map([
  ...features(api),
  ...features(builtins),
  ...features(builtins.Intl, 'Intl.'),
])
/** `Owner.name` → feature, of methods called on a global itself. */
const statics = new Map()
/** Method name → features of that name, of any object. */
const methods = new Map()

for (const [owner, feature] of globals) {
  for (const [name, member] of features(feature)) {
    const own = name.replace(/_static$/, '')
    statics.set(`${owner}.${own}`, member)
    if (name.endsWith('_event')) continue
    methods.set(own, [...(methods.get(own) ?? []), member])
  }
}

function features(of, before = '') {
  return Object.entries(of)
    .filter(([name, feature]) => name !== '__compat' && feature.__compat)
    .map(([name, feature]) => [before + name, feature])
}

/** Methods of the language itself, which no library may be thought to bring under the same name. */
const common = [
  'Array',
  'Date',
  'Error',
  'Map',
  'Number',
  'Object',
  'Promise',
  'RegExp',
  'Set',
  'String',
  'TypedArray',
]
const ofTheLanguage = new Set(common.flatMap((owner) => Object.keys(builtins[owner])))

const isPrivate = ({ key, property }) => (key ?? property).type === 'PrivateIdentifier'

/** Syntax by the kind of node, with what else has to be true of the node. */
const syntax = {
  PropertyDefinition: [
    [isPrivate, 'a private field', classes.private_class_fields],
    [(node) => node.static, 'a static field', classes.static.class_fields],
    [(node) => !node.static, 'a field of a class', classes.public_class_fields],
  ],
  MethodDefinition: [[isPrivate, 'a private method', classes.private_class_methods]],
  MemberExpression: [[isPrivate, 'a private field', classes.private_class_fields]],
  StaticBlock: [[() => true, 'static {', classes.static.initialization_blocks]],
  AssignmentExpression: [
    [(node) => node.operator === '??=', '??=', operators.nullish_coalescing_assignment],
    [(node) => node.operator === '||=', '||=', operators.logical_or_assignment],
    [(node) => node.operator === '&&=', '&&=', operators.logical_and_assignment],
  ],
  ExportAllDeclaration: [[(node) => node.exported, 'export * as', statements.export.namespace]],
  ImportAttribute: [[() => true, 'an import attribute', statements.import.import_attributes]],
  Literal: [
    [(node) => /\(\?<[=!]/.test(node.regex?.pattern), 'lookbehind', regExp.lookbehind_assertion],
    [(node) => node.regex?.flags.includes('d'), 'flag d', builtins.RegExp.hasIndices],
    [(node) => node.regex?.flags.includes('v'), 'flag v', builtins.RegExp.unicodeSets],
    [
      (node) => /\(\?[ims]*-?[ims]*:/.test(node.regex?.pattern.replaceAll('(?:', '')),
      'modifiers',
      regExp.modifier,
    ],
  ],
}
for (const [kind, rows] of Object.entries(syntax)) {
  for (const [, what, feature] of rows)
    if (!feature?.__compat) throw new Error(`The data of MDN no longer name ${what} (${kind})`)
}

/** The names under which a script defines methods of its own: calls of these say nothing of browsers. */
export function ownMethods(code) {
  const own = new Set()
  const add = (key) => {
    const name = key?.name ?? key?.value
    if (typeof name === 'string') own.add(name)
  }
  walk(code, (node) => {
    if (
      node.type === 'Property' ||
      node.type === 'MethodDefinition' ||
      node.type === 'PropertyDefinition'
    )
      add(node.key)
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      add(node.left.property)
  })
  return own
}

/** Each feature that a script uses and the floor lacks, with the browsers that lack it. */
export function faultsOfScript(code, floor, own = ownMethods(code)) {
  const faults = new Map()
  const check = (what, feature) => {
    const browsers = lacking(feature, floor)
    if (browsers.length > 0) faults.set(what, browsers)
  }
  const asked = askedFor(code)
  walk(code, (node) => {
    for (const [holds, what, feature] of syntax[node.type] ?? []) {
      if (holds(node)) check(what, feature)
    }
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const called = node.callee
    const name = nameOf(called)
    if (node.optional || !name || asked.has(name)) return
    if (called.type === 'Identifier' || ownerOf(called) === '')
      return check(name, own.has(name) ? undefined : globals.get(name))
    const owner = ownerOf(called)
    if (called.optional && globals.has(owner)) return
    if (globals.has(owner)) {
      check(owner, asked.has(owner) ? undefined : globals.get(owner))
      return check(`${owner}.${name}`, statics.get(`${owner}.${name}`))
    }
    if (own.has(name) && !ofTheLanguage.has(name)) return
    const all = methods.get(name) ?? []
    // Of several methods of this name it may be one that all know.
    if (all.every((one) => lacking(one, floor).length > 0)) check(`.${name}()`, all[0])
  })
  return faults
}

/**
 * What a script asks for before it uses it, as by `typeof x`, `'x' in y`, `if (y.x)` and `y.x && …`: it
 * does without where there is none.
 */
function askedFor(code) {
  const asked = new Set()
  walk(code, (node) => {
    if (node.type === 'BinaryExpression' && node.operator === 'in') asked.add(textOf(node.left))
    const { operator, argument, test, left, type } = node
    if (type === 'UnaryExpression' && ['typeof', '!'].includes(operator))
      asked.add(nameOf(argument))
    if (type === 'LogicalExpression') asked.add(nameOf(left))
    if (type === 'IfStatement' || type === 'ConditionalExpression') asked.add(nameOf(test))
  })
  return asked
}

const textOf = (node) =>
  node.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : node.value

/** The last part of a name: `structuredClone`, or `at` of `list.at`. */
const nameOf = (node) =>
  node.type === 'ChainExpression'
    ? nameOf(node.expression)
    : node.type === 'Identifier'
      ? node.name
      : node.type === 'MemberExpression' && !node.computed
        ? node.property.name
        : undefined

/** What a method is called on, without `window`: `Intl.Segmenter`, `AbortSignal`; nothing for other objects. */
function ownerOf({ object }) {
  const chain = []
  for (let at = object; at; at = at.object) {
    const name = nameOf(at)
    if (!name) return undefined
    chain.unshift(name)
  }
  if (['window', 'globalThis', 'self'].includes(chain[0])) chain.shift()
  return chain.join('.')
}

const trees = new Map()

function walk(code, visit) {
  let tree = trees.get(code)
  if (!tree) {
    tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
    trees.set(code, tree)
  }
  full(tree, visit)
}
