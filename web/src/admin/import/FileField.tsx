// One workbook: dropped here, or picked by mouse or keyboard from a native file input.
import { Input, Text } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import type { ImportForm } from './form'
import { checkFile } from './form'
import styles from './import.module.css'
import { words } from './messages'

export function FileField({ form }: { form: ImportForm }) {
  const id = useId()
  const [over, setOver] = useState(false)
  const { file } = form.values
  const error = form.errors.file

  const take = (next: File | undefined) => {
    if (!next) return
    const problem = checkFile(next)
    form.setFieldValue('file', problem ? null : next)
    form.setFieldError('file', problem)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <div>
      <label
        className={styles.drop}
        data-over={over || undefined}
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
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={file ? words.workbookNamed(file.name) : words.workbook}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(event) => {
            take(event.currentTarget.files?.[0])
            // So that the same file, put right, can be picked again.
            event.currentTarget.value = ''
          }}
        />
        <FileSpreadsheet size={28} strokeWidth={1.75} aria-hidden />
        <Text component="span" fw={600} className={styles.name}>
          {file?.name ?? words.drop}
        </Text>
        <Text component="span" fz="sm" c="dimmed" id={`${id}-hint`}>
          {file ? words.replaceHint(sizeOf(file)) : words.dropHint}
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

const sizeOf = ({ size }: File) =>
  size < 1024 * 1024
    ? `${Math.max(1, Math.round(size / 1024))} KiB`
    : `${(size / 1024 / 1024).toFixed(1)} MiB`
