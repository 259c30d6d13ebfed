// Shows formulas as formulas while a text is edited. They stay plain text in the document, as they
// are stored: Tiptap's own extension would store them as elements, which no other reader knows. The
// formula at the cursor shows its source, with a preview below it.
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Selection, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { isMathsLoaded, loadMaths, renderMaths } from './RichText'
import styles from './RichTextEditor.module.css'

// Formulas in a text: `\(…\)` in the line and `$$…$$` on a line of its own. The same rules as on the
// server: braces are counted, escaped characters skipped, and three dollar signs are a word.

export interface Formula {
  /** The first character of its delimiter. */
  from: number
  /** The character behind its last delimiter. */
  to: number
  /** Without its delimiters. */
  source: string
  display: boolean
}

/** The formulas of a text, in order. */
export function formulasIn(text: string): Formula[] {
  const found: Formula[] = []
  let at = 0
  while (at < text.length) {
    const dollars = /^\$+/.exec(text.slice(at, at + 4))?.[0].length ?? 0
    if (dollars > 2) {
      while (text[at] === '$') at += 1
      continue
    }
    const display = dollars === 2
    const to = display || text.startsWith('\\(', at) ? endOf(text, at, display) : null
    if (to === null) {
      at += text[at] === '\\' && text[at + 1] !== '(' ? 2 : 1
      continue
    }
    found.push({ from: at, to, source: text.slice(at + 2, to - 2).trim(), display })
    at = to
  }
  return found
}

/** Where a formula ends; null if it is never closed. */
function endOf(text: string, from: number, display: boolean): number | null {
  const close = display ? '$$' : '\\)'
  let depth = 0
  for (let at = from + 2; at < text.length; at += 1) {
    if (depth <= 0 && text.startsWith(close, at)) return at + 2
    if (text[at] === '\\') at += 1
    else if (text[at] === '{') depth += 1
    else if (text[at] === '}') depth -= 1
  }
  return null
}

/** A formula as it is stored. */
export const storedFormula = (source: string, display: boolean) =>
  display ? `$$${source}$$` : `\\(${source}\\)`

/** Text with the cursor, or with a selection. */
interface Typed {
  text: string
  start: number
  end: number
}

/**
 * Puts a structure over the selection. The selected text fills its first empty braces, and the
 * cursor goes to the next empty ones, or behind it.
 */
export function withStructure({ text, start, end }: Typed, structure: string): Typed {
  const chosen = text.slice(start, end)
  const filled = chosen ? structure.replace('{}', `{${chosen}}`) : structure
  // A command must not run into the letter behind it.
  const apart = /\\[a-z]+$/i.test(filled) && /^[a-z]/i.test(text.slice(end)) ? ' ' : ''
  const next = text.slice(0, start) + filled + apart + text.slice(end)
  const hole = filled.indexOf('{}')
  const cursor = start + (hole < 0 ? filled.length + apart.length : hole + 1)
  return { text: next, start: cursor, end: cursor }
}

/** The cursor in the next empty braces; null if there are none. */
export function nextHole({ text, end }: Typed): number | null {
  const hole = text.indexOf('{}', end)
  return hole < 0 ? null : hole + 1
}

const key = new PluginKey('maths')

/** The formulas of a document, each with its positions in it. */
function formulasOf(doc: Node): Formula[] {
  const found: Formula[] = []
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    // Anything that is not text takes the place of one character, as in the document.
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc')
    for (const formula of formulasIn(text)) {
      found.push({ ...formula, from: pos + 1 + formula.from, to: pos + 1 + formula.to })
    }
    return false
  })
  return found
}

/** The formula that this range touches. */
export const formulaAt = (doc: Node, from: number, to: number) =>
  formulasOf(doc).find((one) => one.from <= from && to <= one.to)

export const Maths = Extension.create({
  name: 'maths',
  addProseMirrorPlugins: () => {
    // Without the focus, all formulas are shown, wherever the cursor was.
    let own: EditorView | undefined
    const isEdited = ({ from, to }: Formula, selection: Selection) =>
      own?.hasFocus() && selection.from <= to && selection.to >= from
    return [
      new Plugin({
        key,
        props: {
          decorations: ({ doc, selection }) => {
            if (!isMathsLoaded()) return null
            const all = formulasOf(doc).flatMap((one) =>
              isEdited(one, selection) ? edited(one) : shown(one),
            )
            return DecorationSet.create(doc, all)
          },
          handleDOMEvents: { focus: refresh, blur: refresh },
        },
        view: (view) => {
          own = view
          views.add(view)
          void loadFor(view)
          return {
            update: () => void loadFor(view),
            destroy: () => views.delete(view),
          }
        },
      }),
    ]
  },
})

/** The open editors. */
const views = new Set<EditorView>()

/** Loads KaTeX for the first formula, and shows it. */
async function loadFor(view: EditorView): Promise<void> {
  if (isMathsLoaded() || formulasOf(view.state.doc).length === 0) return
  if (await loadMaths()) for (const one of views) refresh(one)
}

function refresh(view: EditorView): void {
  // After the browser has moved the focus.
  setTimeout(() => {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true))
  })
}

/** The formula instead of its source; a click leads into the source. */
function shown(formula: Formula): Decoration[] {
  const { from, to, source } = formula
  const widget = (view: EditorView) => {
    const element = rendered(formula, styles.formula)
    element.contentEditable = 'false'
    element.addEventListener('mousedown', (event) => {
      event.preventDefault()
      const inside = TextSelection.create(view.state.doc, to - 2)
      view.dispatch(view.state.tr.setSelection(inside))
      view.focus()
    })
    return element
  }
  return [
    Decoration.widget(from, widget, { side: -1, key: `shown ${source} ${to - from}` }),
    Decoration.inline(from, to, { class: styles.hidden ?? '' }),
  ]
}

/** The source, with the formula below it. */
function edited(formula: Formula): Decoration[] {
  const { from, to, source } = formula
  const widget = () => {
    const element = rendered({ ...formula, display: false }, styles.preview)
    element.contentEditable = 'false'
    element.setAttribute('aria-hidden', 'true')
    return element
  }
  return [
    Decoration.inline(from, to, { class: styles.source ?? '' }),
    Decoration.widget(to, widget, { side: 1, key: `edited ${source}`, ignoreSelection: true }),
  ]
}

/** A formula as an element; its source until KaTeX is loaded. */
export function rendered(formula: Pick<Formula, 'source' | 'display'>, className?: string) {
  const element = document.createElement('span')
  element.textContent = storedFormula(formula.source, formula.display)
  element.className = className ?? ''
  renderMaths(element)
  return element
}
