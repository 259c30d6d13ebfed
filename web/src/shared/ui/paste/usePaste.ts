// Pastes into the editor: the text at once, its pictures when they are uploaded.
import type { Editor } from '@tiptap/react'
import { type RefObject, useState } from 'react'
import { pictureFile } from './files'
import { type Lost, readPaste } from './paste'
import { setPicture } from './placed'

const nothing: Lost = { formulas: 0, objects: 0 }

/** Uploads a picture; returns the attributes for its element. */
type Keep = (file: File) => Promise<Record<string, unknown>>

export function usePaste(editor: RefObject<Editor | null>, keep: RefObject<Keep>) {
  const [lost, setLost] = useState(nothing)

  const take = async (
    id: string,
    from: File | string | null,
    onFailed?: (why: unknown) => void,
  ) => {
    const set = (change: Record<string, unknown>) =>
      editor.current && setPicture(editor.current, id, change)
    set({ uploading: true, uploadError: false })
    const file = await pictureFile(from)
    try {
      if (file === null) throw new Error('no picture')
      const kept = await keep.current(file)
      set({ ...kept, uploading: false, uploadError: false, uploadId: null })
    } catch (thrown) {
      set({ src: '', uploading: false, uploadError: true })
      if (file !== null) onFailed?.(thrown)
    }
  }

  return {
    lost,
    forget: () => setLost(nothing),
    choose: take,
    /** Whether the paste was taken here; otherwise the editor takes it, as it does what is put in here, which
     *  comes back without a clipboard. */
    onPaste: (event: ClipboardEvent): boolean => {
      const pasted = event.clipboardData && readPaste(event.clipboardData)
      const view = editor.current?.view
      if (!pasted || !view) return false
      setLost(pasted.lost)
      view.pasteHTML(pasted.html)
      // One after another, so that many pictures do not cause many requests at once.
      void pasted.pictures.reduce(
        (before, { id, from }) => before.then(() => take(id, from)),
        Promise.resolve(),
      )
      return true
    },
  }
}
