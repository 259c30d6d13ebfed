// One picture: what is kept now, another in its place, and the way back to what is kept.
import { Button, Input } from '@mantine/core'
import { ImageUp, Undo2, X } from 'lucide-react'
import { useId } from 'react'
import styles from './ImageField.module.css'
import { notify } from './notify'

/** What a form holds of a picture. */
export interface Picture {
  /** Where the one that is kept can be had. */
  address: string | null
  /** The one that is to take its place. */
  chosen: { name: string; base64: string } | null
}

export interface ImageFieldTexts {
  choose: string
  replace: string
  clear: string
  keep: string
  hint: string
  tooLarge: string
  chosen: (name: string) => string
}

/** The largest picture that is taken, in bytes (spec 3 §9). */
export const MAX_PICTURE = 5_242_880
const endings = /\.(jpe?g|png|gif)$/i

/** Whether a file's name ends like a picture's. */
export const isPicture = (name: string) => endings.test(name)

export function ImageField(props: ImageFieldProps) {
  const { label, description, required, error, value, onChange, invalid, texts } = props
  const id = useId()
  const { address, chosen } = value
  const shown = chosen ? sourceOf(chosen) : address

  const take = async (file: File | undefined) => {
    if (!file) return
    const wrong = isPicture(file.name) ? file.size > MAX_PICTURE && texts.tooLarge : invalid
    if (wrong) {
      notify.error(wrong)
      return onChange({ address, chosen: null }, wrong)
    }
    onChange({ address, chosen: { name: file.name, base64: await base64Of(file) } })
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
          {chosen && <span className={styles.name}>{texts.chosen(chosen.name)}</span>}
          <div className={styles.actions}>
            <label className={styles.pick}>
              <input
                type="file"
                className={styles.file}
                accept=".jpg,.jpeg,.png,.gif,image/jpeg,image/png,image/gif"
                aria-label={`${label}: ${shown ? texts.replace : texts.choose}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
                onChange={(event) => {
                  void take(event.currentTarget.files?.[0])
                  // So that the same file, put right, can be picked again.
                  event.currentTarget.value = ''
                }}
              />
              {shown ? texts.replace : texts.choose}
            </label>
            {chosen && (
              <Button
                variant="subtle"
                color="gray"
                size="sm"
                leftSection={
                  address ? <Undo2 size={16} aria-hidden /> : <X size={16} aria-hidden />
                }
                onClick={() => onChange({ address, chosen: null })}
              >
                {address ? texts.keep : texts.clear}
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
  /** With what is wrong where a file was refused; then nothing is chosen. */
  onChange: (value: Picture, wrong?: string) => void
  /** Said of a file that is no picture. */
  invalid: string
  texts: ImageFieldTexts
}

const sourceOf = ({ name, base64 }: { name: string; base64: string }) =>
  `data:image/${/\.png$/i.test(name) ? 'png' : /\.gif$/i.test(name) ? 'gif' : 'jpeg'};base64,${base64}`

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}
