// The editor of rich text: Mantine's, limited to what the server keeps (ruling 25).
import { getUploadImageExtension, Link, RichTextEditor } from '@mantine/tiptap'
import Image from '@tiptap/extension-image'
import Subscript from '@tiptap/extension-subscript'
import Superscript from '@tiptap/extension-superscript'
import { TableKit } from '@tiptap/extension-table'
import { type Editor as TiptapEditor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type CSSProperties, useEffect, useRef } from 'react'
import '@mantine/tiptap/styles.layer.css'
import { EditorToolbar, entersToolbar, toolbarKey } from './EditorToolbar'
import { pictureKinds } from './ImageField'
import { notify } from './notify'
import { words } from './paste/messages'
import { PasteNotice } from './paste/PasteNotice'
import { usePaste } from './paste/usePaste'
import styles from './RichTextEditor.module.css'

export function Editor(props: EditorProps) {
  const {
    label,
    required,
    invalid,
    describedBy,
    value,
    onChange,
    height = 150,
    short = false,
  } = props
  // The editor is created once; its callbacks read the latest properties from here.
  const latest = useRef(props)
  latest.current = props
  const said = useRef(value)
  const made = useRef<TiptapEditor | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const keep = useRef(keepPicture)
  keep.current = keepPicture
  const failure = useRef(props.uploadFailure)
  failure.current = props.uploadFailure
  const paste = usePaste(made, keep, failure)
  const onPaste = useRef(paste.onPaste)
  onPaste.current = paste.onPaste

  async function keepPicture(file: File) {
    const [src, size] = await Promise.all([latest.current.upload(file), sizeOf(file)])
    return { src, alt: file.name.replace(/\.[^.]*$/, ''), ...size }
  }

  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: false, trailingNode: false }),
      Link.configure({ openOnClick: false }),
      Subscript,
      Superscript,
      TableKit.configure({ table: { resizable: false } }),
      getUploadImageExtension(Image, {
        onImageUpload: (file) => keep.current(file),
        onImageUploadError: (_, error) => notify.error(failure.current(error)),
      }),
    ],
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: {
      handlePaste: (_, event) => onPaste.current(event),
      handleKeyDown: (_, event) => entersToolbar(bar.current, event),
      attributes: {
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-keyshortcuts': toolbarKey,
        style: `min-height: ${height}px`,
        ...(required && { 'aria-required': 'true' }),
        ...(invalid && { 'aria-invalid': 'true' }),
        ...(describedBy && { 'aria-describedby': describedBy }),
      },
    },
    onUpdate: ({ editor }) => {
      said.current = editor.isEmpty ? '' : editor.getHTML()
      onChange(said.current)
    },
  })

  made.current = editor

  // A new value from outside replaces the editor's text.
  useEffect(() => {
    if (!editor || value === said.current) return
    said.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  return (
    <>
      <RichTextEditor
        editor={editor}
        className={styles.editor}
        data-invalid={invalid || undefined}
        style={{ '--missing-picture': JSON.stringify(words.missing) } as CSSProperties}
      >
        <EditorToolbar bar={bar} editor={editor} label={label}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Subscript />
            <RichTextEditor.Superscript />
          </RichTextEditor.ControlsGroup>
          {!short && (
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 />
              <RichTextEditor.H3 />
              <RichTextEditor.BulletList />
              <RichTextEditor.OrderedList />
            </RichTextEditor.ControlsGroup>
          )}
          <RichTextEditor.ControlsGroup>
            {!short && (
              <>
                <RichTextEditor.Link />
                <RichTextEditor.Unlink />
                <RichTextEditor.TableInsert />
              </>
            )}
            <RichTextEditor.ImageUpload accept={pictureKinds} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </EditorToolbar>
        <RichTextEditor.Content className={styles.content ?? ''} />
      </RichTextEditor>
      {editor && (
        <PasteNotice
          editor={editor}
          lost={paste.lost}
          reasons={paste.reasons}
          onChoose={(id, file) => void paste.choose(id, file)}
          onDismiss={paste.forget}
        />
      )}
    </>
  )
}

/** The size of a picture, so that its space is reserved until it loads. */
async function sizeOf(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    // The server decides whether the file is a picture.
    return undefined
  }
}

export interface EditorProps {
  label: string
  required: boolean
  invalid: boolean
  /** Ids of the elements that describe the field. */
  describedBy: string
  /** HTML. */
  value: string
  onChange: (html: string) => void
  /** Height of the writing area in pixels. */
  height?: number | undefined
  /** Whether it is for a line or two: only inline elements can be added. */
  short?: boolean | undefined
  /** Uploads a picture and returns its address. */
  upload: (file: File) => Promise<string>
  /** The words for a failed upload. */
  uploadFailure: (error: unknown) => string
  /** Error shown where the editor could not be loaded. */
  failed: string
}
