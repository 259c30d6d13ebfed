// A line below the editor: what could not be pasted, and which pictures have to be chosen and why.
import { ActionIcon } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { X } from 'lucide-react'
import { formatNumber, plural } from '@/shared/i18n/format'
import { pictureKinds } from '../ImageField'
import { pasteTexts } from './messages'
import styles from './PasteNotice.module.css'
import type { Lost } from './paste'
import { missingPictures } from './usePaste'

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
