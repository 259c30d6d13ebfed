// The editor of rich text: Mantine's, limited to what the server keeps (ruling 25).
import '@mantine/tiptap/styles.layer.css'
import { getUploadImageExtension, Link, RichTextEditor } from '@mantine/tiptap'
import Image from '@tiptap/extension-image'
import Subscript from '@tiptap/extension-subscript'
import Superscript from '@tiptap/extension-superscript'
import { TableKit } from '@tiptap/extension-table'
import { type Editor as TiptapEditor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Radical } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type Formula, formulaAt, Maths, storedFormula } from './editorMaths'
import { editorTexts, pasteTexts } from './editorMessages'
import { pictureKinds } from './ImageField'
import { lazyPart } from './lazyPart'
import { notify } from './notify'
import { PasteNotice, usePaste } from './paste/PasteNotice'
import styles from './RichTextEditor.module.css'
import { ErrorState, Loader } from './states'

const MathsDialog = lazyPart(
  () => import('./MathsDialog').then((m) => m.MathsDialog),
  ({ again, failed }) => <ErrorState message={failed} onRetry={again} />,
  () => <Loader />,
)

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
  const lastValue = useRef(value)
  const made = useRef<TiptapEditor | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const openMaths = useRef<() => void>(() => undefined)
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
      Maths,
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
      handleKeyDown: (_, event) => {
        if (event.altKey && event.key === '=') {
          openMaths.current()
          return true
        }
        return entersToolbar(bar.current, event)
      },
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
      lastValue.current = editor.isEmpty ? '' : editor.getHTML()
      onChange(lastValue.current)
    },
  })

  made.current = editor

  // The formula that is being written: its place in the text, or the selection.
  const [maths, setMaths] = useState<Omit<Formula, 'from' | 'to'> | null>(null)
  const place = useRef({ from: 0, to: 0 })
  openMaths.current = () => {
    if (!editor) return
    const { doc, selection } = editor.state
    const { from, to } = selection
    const found = formulaAt(doc, from, to)
    place.current = found ?? { from, to }
    setMaths(found ?? { source: doc.textBetween(from, to), display: false })
  }
  const insert = (source: string) => {
    const text = storedFormula(source, maths?.display ?? false)
    setMaths(null)
    editor?.chain().focus().insertContentAt(place.current, { type: 'text', text }).run()
  }

  // A new value from outside replaces the editor's text.
  useEffect(() => {
    if (!editor || value === lastValue.current) return
    lastValue.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  return (
    <>
      <RichTextEditor
        editor={editor}
        className={styles.editor}
        data-invalid={invalid || undefined}
        style={{ '--missing-picture': JSON.stringify(pasteTexts.missing) } as CSSProperties}
      >
        <EditorToolbar bar={bar} editor={editor} label={label}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Subscript />
            <RichTextEditor.Superscript />
            <RichTextEditor.Control
              aria-label={editorTexts.formula}
              title={editorTexts.formulaKeys}
              onClick={() => openMaths.current()}
            >
              <Radical size={16} aria-hidden />
            </RichTextEditor.Control>
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
      {maths && (
        <MathsDialog
          failed={props.failed}
          source={maths.source}
          display={maths.display}
          onInsert={insert}
          onClose={() => {
            setMaths(null)
            editor?.commands.focus()
          }}
        />
      )}
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

/**
 * The toolbar of an editor. Tab passes it by, so that a form takes one press per field; Alt+F10 leads
 * into it, the arrow keys through it, and Escape back to the text (the ARIA pattern of a toolbar).
 */
const toolbarKey = 'Alt+F10'

/** Leads from the text into its toolbar at the shortcut. Returns whether it was pressed. */
function entersToolbar(bar: HTMLElement | null, event: globalThis.KeyboardEvent): boolean {
  if (event.key !== 'F10' || !event.altKey) return false
  bar?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  return true
}

function EditorToolbar({ bar, editor, label, children }: EditorToolbarProps) {
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  // Mantine's controls are all reached by Tab.
  useEffect(() => {
    for (const button of buttons()) button.tabIndex = -1
  })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Not in a field of a control's popover.
    if (!(event.target instanceof HTMLButtonElement)) return
    const able = buttons().filter((button) => !button.matches(':disabled'))
    const at = able.indexOf(event.target)
    const to: Record<string, number> = {
      ArrowRight: (at + 1) % able.length,
      ArrowLeft: (at - 1 + able.length) % able.length,
      Home: 0,
      End: able.length - 1,
    }
    if (event.key === 'Escape') editor?.commands.focus()
    else if (at >= 0 && event.key in to) able[to[event.key] ?? 0]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <RichTextEditor.Toolbar
      ref={bar}
      role="toolbar"
      aria-label={editorTexts.toolbarOf(label)}
      aria-keyshortcuts={toolbarKey}
      onKeyDown={onKeyDown}
    >
      {children}
    </RichTextEditor.Toolbar>
  )
}

interface EditorToolbarProps {
  bar: RefObject<HTMLDivElement | null>
  editor: TiptapEditor | null
  /** The label of the field. */
  label: string
  children: ReactNode
}
