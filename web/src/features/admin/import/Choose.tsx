// The first step of an import: content, destination, file with pictures, and options.
import { Button, Group, Input, Stack, Switch, Text } from '@mantine/core'
import { Eye, FileSpreadsheet, Images, type LucideIcon } from 'lucide-react'
import { type DragEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import type { ApiError } from '@/shared/api/errors'
import { formatNumber, plural } from '@/shared/i18n/format'
import { focusFirstError } from '@/shared/ui/focus'
import { pictureKinds } from '@/shared/ui/ImageField'
import { Panel } from '@/shared/ui/Page'
import { ErrorState } from '@/shared/ui/states'
import { type BankFile, FormatChoice, KindChoice } from './fileChoices'
import styles from './import.module.css'
import { importTexts } from './messages'
import { checkFile, checkPictures, endingsOf, fieldErrors, type ImportForm } from './useImport'

/** A file input that accepts dropped files, and works with mouse and keyboard. */
function FileField(props: FileFieldProps) {
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
const sizeOf = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KiB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MiB`

export function Choose({ form, element, error, onPreview, children }: ChooseProps) {
  // Errors shown at the fields are not repeated.
  const said = error && Object.keys(fieldErrors(error)).some((name) => name in form.values)
  const choose = ({ kind, format }: BankFile) => {
    const { file } = form.values
    const kept = file !== null && checkFile(file, format) === null
    form.setValues({ kind, format, ...(!kept && { file: null }) })
    form.clearFieldError('file')
  }
  return (
    <Panel>
      <form
        ref={element}
        onSubmit={form.onSubmit(onPreview, () => focusFirstError(element))}
        noValidate
      >
        <Stack gap="lg">
          {error && !said && <ErrorState message={error.errMessage} onRetry={onPreview} />}
          <KindChoice value={form.values} onChange={choose} />
          {children}
          <FormatChoice value={form.values} onChange={choose} />
          <Bank form={form} />
          <Pictures form={form} />
          <Reading form={form} />
          <Group justify="flex-end">
            <Button type="submit" leftSection={<Eye size={18} aria-hidden />}>
              {importTexts.preview}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

function Bank({ form }: { form: ImportForm }) {
  const { file, format } = form.values
  return (
    <FileField
      label={file ? importTexts.workbookNamed(file.name) : importTexts.workbook}
      name={file?.name ?? (format === 'xlsx' ? importTexts.drop : importTexts.dropFile)}
      hint={
        file
          ? importTexts.replaceHint(sizeOf(file.size))
          : format === 'xlsx'
            ? importTexts.dropHint
            : importTexts.dropFileHint(endingsOf(format).join(', '))
      }
      error={form.errors.file}
      accept={endingsOf(format).join(',')}
      icon={FileSpreadsheet}
      onFiles={([next]) => {
        const problem = checkFile(next ?? null, format)
        form.setFieldValue('file', problem ? null : (next ?? null))
        form.setFieldError('file', problem)
      }}
    />
  )
}

function Pictures({ form }: { form: ImportForm }) {
  const { images } = form.values
  const bytes = images.reduce((sum, { size }) => sum + size, 0)
  return (
    <div>
      <FileField
        label={importTexts.pictures}
        name={
          images.length === 0
            ? importTexts.choosePictures
            : importTexts.sized(plural(importTexts.picturesChosen, images.length), sizeOf(bytes))
        }
        hint={importTexts.picturesHint}
        error={form.errors.images}
        accept={pictureKinds}
        multiple
        icon={Images}
        onFiles={(files) => {
          const names = new Set(files.map(({ name }) => name))
          const all = [...images.filter(({ name }) => !names.has(name)), ...files]
          form.setFieldValue('images', all)
          form.setFieldError('images', checkPictures(all))
        }}
      />
      {images.length > 0 && (
        <Group justify="space-between" mt="xs" wrap="nowrap">
          <Text fz="sm" c="dimmed" lineClamp={2}>
            {images
              .slice(0, SHOWN)
              .map(({ name }) => name)
              .join(', ')}
            {images.length > SHOWN &&
              ` ${importTexts.andMore(formatNumber(images.length - SHOWN))}`}
          </Text>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              form.setFieldValue('images', [])
              form.clearFieldError('images')
            }}
          >
            {importTexts.noPictures}
          </Button>
        </Group>
      )}
    </div>
  )
}

/** Maximum number of pictures listed. */
const SHOWN = 8

function Reading({ form }: { form: ImportForm }) {
  return (
    <details className={styles.more}>
      <summary>{importTexts.reading}</summary>
      <Stack gap="md" mt="md">
        <Switch
          label={importTexts.strict}
          description={importTexts.strictHint}
          checked={form.values.strict}
          onChange={(event) => form.setFieldValue('strict', event.currentTarget.checked)}
        />
        {form.values.kind === 'questions' && (
          <Switch
            label={importTexts.keyText}
            description={importTexts.keyTextHint}
            checked={form.values.key === 'text'}
            onChange={(event) =>
              form.setFieldValue('key', event.currentTarget.checked ? 'text' : 'any')
            }
          />
        )}
      </Stack>
    </details>
  )
}

interface ChooseProps {
  form: ImportForm
  element: RefObject<HTMLFormElement | null>
  /** The error of the last preview. */
  error: ApiError | null
  onPreview: () => void
  /** The fields for the destination. */
  children: ReactNode
}
