// Pastes into the editor: the text at once, its pictures when they are uploaded.
import type { Editor } from '@tiptap/react'
import { type RefObject, useState } from 'react'
import { NoPicture, pictureFile } from './files'
import { type Lost, readPaste } from './paste'
import { setPicture } from './placed'

const nothing: Lost = { formulas: 0, objects: 0 }

/** Uploads a picture; returns the attributes for its element. */
type Keep = (file: File) => Promise<Record<string, unknown>>

export function usePaste(
  editor: RefObject<Editor | null>,
  keep: RefObject<Keep>,
  /** The user's words for a failed upload. */
  failure: RefObject<(thrown: unknown) => string>,
) {
  const [lost, setLost] = useState(nothing)
  /** Why each missing picture could not be taken, by its id. */
  const [reasons, setReasons] = useState<Record<string, string>>({})

  const take = async (id: string, from: File | string | null) => {
    const set = (change: Record<string, unknown>) =>
      editor.current && setPicture(editor.current, id, change)
    set({ uploading: true, uploadError: false })
    try {
      const kept = await keep.current(await pictureFile(from))
      set({ ...kept, uploading: false, uploadError: false, uploadId: null })
    } catch (thrown) {
      const why = thrown instanceof NoPicture ? thrown.message : failure.current(thrown)
      setReasons((all) => ({ ...all, [id]: why }))
      set({ src: '', uploading: false, uploadError: true })
    }
  }

  return {
    lost,
    reasons,
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
