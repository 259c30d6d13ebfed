// A file input that accepts dropped files, and works with mouse and keyboard.
import { Input, Text } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import styles from './import.module.css'

export function FileField(props: FileFieldProps) {
  const { label, name, hint, error, accept, multiple = false, icon: Icon, onFiles } = props
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <div>
      <label
        className={styles.drop}
        data-over={over || undefined}
        data-small={multiple || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          className={styles.file}
          accept={accept}
          multiple={multiple}
          required={!multiple}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(event) => {
            take(event.currentTarget.files)
            // Lets the same file be picked again after it was corrected.
            event.currentTarget.value = ''
          }}
        />
        <Icon size={multiple ? 22 : 28} strokeWidth={1.75} aria-hidden />
        <Text component="span" fw={600} className={styles.name}>
          {name}
        </Text>
        <Text component="span" fz="sm" c="dimmed" id={`${id}-hint`}>
          {hint}
        </Text>
      </label>
      {error && (
        <Input.Error id={`${id}-error`} role="alert" mt="xs" fz="sm">
          {error}
        </Input.Error>
      )}
    </div>
  )
}

interface FileFieldProps {
  /** The input's name for assistive technology. */
  label: string
  /** The text in its place: the chosen file, or what to do. */
  name: string
  hint: string
  error: ReactNode
  accept: string
  multiple?: boolean
  icon: LucideIcon
  onFiles: (files: File[]) => void
}

/** "12 KiB", "1.5 MiB". */
export const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KiB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
