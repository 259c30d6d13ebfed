// A line below the editor: what could not be pasted, and which pictures have to be chosen and why.
import { ActionIcon } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatNumber, plural } from '@/shared/i18n/format'
import { PASTED_PICTURE } from '@/shared/timeouts'
import { pasteTexts } from '../editorMessages'
import { pictureKinds } from '../ImageField'
import styles from '../RichTextEditor.module.css'
import { type Lost, readPaste } from './paste'

export function PasteNotice({ editor, lost, reasons, onChoose, onDismiss }: PasteNoticeProps) {
  const missing = missingPictures(editor)
  const parts = [
    missing.length > 0 && plural(pasteTexts.pictures, missing.length),
    lost.formulas > 0 && plural(pasteTexts.formulas, lost.formulas),
    lost.objects > 0 && plural(pasteTexts.objects, lost.objects),
  ].filter((part) => part !== false)
  const last = parts.pop()
  const what = parts.length > 0 ? pasteTexts.and(parts.join(', '), last ?? '') : last
  return (
    <div className={styles.notice} role="status">
      {what && (
        <>
          <span>{pasteTexts.notTaken(what)}</span>
          {missing.map((id, i) => (
            <span key={id}>
              <label className={styles.choose}>
                <input
                  type="file"
                  accept={pictureKinds}
                  onChange={(event) => {
                    const file = event.currentTarget.files?.[0]
                    event.currentTarget.value = ''
                    if (file) onChoose(id, file)
                  }}
                />
                {pasteTexts.choose(formatNumber(i + 1))}
              </label>{' '}
              <span>{reasons[id]}</span>
            </span>
          ))}
          {missing.length === 0 && (
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={pasteTexts.dismiss}
              onClick={onDismiss}
            >
              <X size={14} aria-hidden />
            </ActionIcon>
          )}
        </>
      )}
    </div>
  )
}

interface PasteNoticeProps {
  editor: Editor
  lost: Lost
  /** Why each missing picture could not be taken, by its id. */
  reasons: Readonly<Record<string, string>>
  /** Called with the file for the picture with this id. */
  onChoose: (id: string, file: File) => void
  onDismiss: () => void
}

// Pastes into the editor: the text at once, its pictures when they are uploaded.

// The files of pasted pictures, in formats that the server accepts.

const taken: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** Why there is no file of a picture; the message is for the user. */
class NoPicture extends Error {}

/**
 * The file of a picture, downloaded where only its address is known.
 * @throws {NoPicture}
 */
async function pictureFile(from: File | string | null): Promise<File> {
  if (from === null) throw new NoPicture(pasteTexts.notOnClipboard)
  const blob = typeof from === 'string' ? await fetched(from) : from
  return takenKind(blob).catch(() => {
    throw new NoPicture(pasteTexts.unreadable)
  })
}

async function fetched(address: string): Promise<Blob> {
  const { host } = new URL(address)
  const answer = await fetch(address, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(PASTED_PICTURE),
  }).catch((thrown) => {
    const isLate = thrown instanceof DOMException && thrown.name === 'TimeoutError'
    // Browsers do not tell a refusal of the host (CORS) from a host that cannot be reached.
    throw new NoPicture(isLate ? pasteTexts.silent(host) : pasteTexts.refused(host))
  })
  if (!answer.ok) throw new NoPicture(pasteTexts.answered(host, String(answer.status)))
  return answer.blob().catch(() => {
    throw new NoPicture(pasteTexts.silent(host))
  })
}

/** Pictures in other formats are converted. */
async function takenKind(blob: Blob): Promise<File> {
  const ending = taken[blob.type]
  if (ending) return new File([blob], `picture.${ending}`, { type: blob.type })
  const picture = await createImageBitmap(blob)
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (drawn === null) throw new Error('nothing drawn')
  return new File([drawn], 'picture.png', { type: 'image/png' })
}

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
  /** The object URLs of pictures that are not uploaded yet. */
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const { current } = previews
    return () => {
      for (const preview of current) URL.revokeObjectURL(preview)
    }
  }, [])

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
      const view = editor.current?.view
      const pasted = view && event.clipboardData && readPaste(event.clipboardData)
      if (!pasted) return false
      setLost(pasted.lost)
      for (const { preview } of pasted.pictures) if (preview) previews.current.add(preview)
      view.pasteHTML(pasted.html)
      // One after another, so that many pictures do not cause many requests at once.
      void pasted.pictures.reduce(async (before, { id, from, preview }) => {
        await before
        await take(id, from)
        // Not as soon as the user removes the picture: Undo brings it back, and its upload goes on.
        if (preview && previews.current.delete(preview)) URL.revokeObjectURL(preview)
      }, Promise.resolve())
      return true
    },
  }
}

// Finds pictures that wait for their files in the editor, by their ids.

type Attributes = Record<string, unknown>

/** The ids of the pictures that have to be chosen, in order. */
function missingPictures(editor: Editor): string[] {
  const ids: string[] = []
  editor.state.doc.descendants(({ type, attrs }) => {
    if (type.name === 'image' && attrs.uploadError && attrs.src === '') ids.push(attrs.uploadId)
  })
  return ids
}

/** Changes all pictures with this id, since the user may have copied one. */
function setPicture({ view }: Editor, id: string, change: Attributes): void {
  if (view.isDestroyed) return
  const { tr, doc } = view.state
  doc.descendants(({ type, attrs }, at) => {
    if (type.name === 'image' && attrs.uploadId === id) {
      tr.setNodeMarkup(at, undefined, { ...attrs, ...change })
    }
  })
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false))
}
