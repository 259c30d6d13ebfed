// Finds pictures that wait for their files in the editor, by their ids.
import type { Editor } from '@tiptap/react'

type Attributes = Record<string, unknown>

/** The ids of the pictures that have to be chosen, in order. */
export function missingPictures(editor: Editor): string[] {
  const ids: string[] = []
  editor.state.doc.descendants(({ type, attrs }) => {
    if (type.name === 'image' && attrs.uploadError && attrs.src === '') ids.push(attrs.uploadId)
  })
  return ids
}

/** Changes all pictures with this id, since the user may have copied one. */
export function setPicture({ view }: Editor, id: string, change: Attributes): void {
  if (view.isDestroyed) return
  const { tr, doc } = view.state
  doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'image' && attrs.uploadId === id) {
      tr.setNodeMarkup(at, undefined, { ...attrs, ...change })
    }
  })
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
}
