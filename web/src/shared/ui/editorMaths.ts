// Shows formulas as formulas while a text is edited. They stay plain text in the document, as they
// are stored: Tiptap's own extension would store them as elements, which no other reader knows. The
// formula at the cursor shows its source, with a preview below it.
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Selection, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type Formula, formulasIn, storedFormula } from './formulas'
import styles from './RichTextEditor.module.css'

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
            if (!isLoaded()) return null
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
  if (isLoaded() || formulasOf(view.state.doc).length === 0) return
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

// Single formulas as elements, by KaTeX, which is loaded for the first one.

type Render = (element: HTMLElement) => void

/** KaTeX, once a formula was shown. */
let render: Render | undefined

const isLoaded = () => render !== undefined

/** Loads KaTeX, once. Without a connection the source stays visible. */
export async function loadMaths(): Promise<boolean> {
  if (render) return true
  try {
    render = (await import('./maths')).render
    return true
  } catch {
    return false
  }
}

/** A formula, rendered; its source until KaTeX is loaded. */
export function rendered(formula: Pick<Formula, 'source' | 'display'>, className?: string) {
  const element = document.createElement('span')
  element.textContent = storedFormula(formula.source, formula.display)
  element.className = className ?? ''
  render?.(element)
  return element
}
