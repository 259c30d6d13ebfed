// The toolbar of an editor. Tab passes it by, so that a form takes one press per field; Alt+F10 leads
// into it, the arrow keys through it, and Escape back to the text (the ARIA pattern of a toolbar).
import { RichTextEditor } from '@mantine/tiptap'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { editorTexts } from './editorMessages'

export const toolbarKey = 'Alt+F10'

/** Leads from the text into its toolbar at the shortcut. Returns whether it was pressed. */
export function entersToolbar(bar: HTMLElement | null, event: globalThis.KeyboardEvent): boolean {
  if (event.key !== 'F10' || !event.altKey) return false
  bar?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  return true
}

export function EditorToolbar({ bar, editor, label, children }: EditorToolbarProps) {
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
  editor: Editor | null
  /** The label of the field. */
  label: string
  children: ReactNode
}
