// A field for one picture: it can be replaced, cleared, or reset to the stored one.
import { Button, Input } from '@mantine/core'
import { ImageUp, Undo2, X } from 'lucide-react'
import { useId, useRef } from 'react'
import styles from './ImageField.module.css'
import { notify } from './notify'

/** A form's value for a picture. */
export interface Picture {
  /** Address of the stored picture; null if there is none. */
  address: string | null
  /** The picture that will replace it. */
  chosen: { name: string; base64: string } | null
  /** Whether the stored picture will be removed. */
  cleared: boolean
}

/** The unchanged value for a stored picture. */
export const keptPicture = (address: string | null): Picture => ({
  address,
  chosen: null,
  cleared: false,
})

/** Whether there will be no picture once the form is saved. */
export const isNoPicture = ({ address, chosen, cleared }: Picture) =>
  chosen === null && (address === null || cleared)

export interface ImageFieldTexts {
  choose: string
  replace: string
  clear: string
  keep: string
  hint: string
  tooLarge: string
  unreadable: string
  chosen: (name: string) => string
  cleared: string
}

/** The largest picture that is accepted, in bytes (spec 3 §9). */
export const MAX_PICTURE = 5_242_880
const endings = /\.(jpe?g|png|gif|webp)$/i

/** The types that a file dialog offers: those that the server accepts. */
export const pictureKinds = 'image/jpeg,image/png,image/gif,image/webp'

/** Whether a file's name has a picture's extension. */
export const isPicture = (name: string) => endings.test(name)

export function ImageField(props: ImageFieldProps) {
  const { label, description, required, error, value, onChange, invalid, texts } = props
  const id = useId()
  const { address, chosen, cleared } = value
  const shown = chosen ? sourceOf(chosen) : cleared ? null : address
  const input = useRef<HTMLInputElement>(null)
  const picks = useRef(0)
  const changed = chosen !== null || cleared
  const canClear = chosen !== null || (address !== null && !required)
  /** The same button clears and undoes, so that it keeps the focus. */
  const undoes = changed && address !== null

  const refuse = (why: string) => {
    notify.error(why)
    onChange({ ...value, chosen: null }, why)
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    picks.current += 1
    const mine = picks.current
    const wrong = isPicture(file.name) ? file.size > MAX_PICTURE && texts.tooLarge : invalid
    if (wrong) return refuse(wrong)
    const base64 = await base64Of(file).catch(() => null)
    // A smaller file that was chosen later may have been read sooner.
    if (mine !== picks.current) return
    if (base64 === null) return refuse(texts.unreadable)
    onChange({ address, chosen: { name: file.name, base64 }, cleared: false })
  }
  const undoOrClear = () => {
    picks.current += 1
    onChange({ address, chosen: null, cleared: !changed })
    // Without a stored picture there is nothing left to clear, and the button disappears.
    if (address === null) input.current?.focus()
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description ?? texts.hint}
      descriptionProps={{ id: `${id}-hint` }}
      withAsterisk={required ?? false}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={styles.field}>
        <div className={styles.frame}>
          {shown ? (
            <img src={shown} alt="" className={styles.picture} />
          ) : (
            <ImageUp size={28} strokeWidth={1.5} aria-hidden />
          )}
        </div>
        <div className={styles.side}>
          <span className={styles.name} role="status">
            {chosen ? texts.chosen(chosen.name) : cleared && texts.cleared}
          </span>
          <div className={styles.actions}>
            <label className={styles.pick}>
              <input
                ref={input}
                type="file"
                className={styles.file}
                accept={`.jpg,.jpeg,.png,.gif,.webp,${pictureKinds}`}
                // A file field may not have `aria-required`.
                required={required && !shown}
                aria-label={`${label}: ${shown ? texts.replace : texts.choose}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
                onChange={(event) => {
                  void take(event.currentTarget.files?.[0])
                  // So that the same file can be chosen again after it was corrected.
                  event.currentTarget.value = ''
                }}
              />
              {shown ? texts.replace : texts.choose}
            </label>
            {canClear && (
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`${label}: ${undoes ? texts.keep : texts.clear}`}
                leftSection={undoes ? <Undo2 size={16} aria-hidden /> : <X size={16} aria-hidden />}
                onClick={undoOrClear}
              >
                {undoes ? texts.keep : texts.clear}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Input.Wrapper>
  )
}

interface ImageFieldProps {
  label: string
  description?: string | undefined
  required?: boolean
  error?: React.ReactNode
  value: Picture
  /** `wrong` is the error where a file was refused; then nothing is chosen. */
  onChange: (value: Picture, wrong?: string) => void
  /** Error for a file that is not a picture. */
  invalid: string
  texts: ImageFieldTexts
}

/** An address under which the browser shows a chosen picture. */
export const sourceOf = ({ name, base64 }: { name: string; base64: string }) =>
  `data:image/${/\.(png|gif|webp)$/i.exec(name)?.[1]?.toLowerCase() ?? 'jpeg'};base64,${base64}`

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}
