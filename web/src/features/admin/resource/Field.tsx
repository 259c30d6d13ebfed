// Renders a field as declared.
import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { ApiError, toApiError } from '@/shared/api/errors'
import { uploadPicture } from '@/shared/api/queries/backOffice'
import { DateField } from '@/shared/ui/DateField'
import { ImageField, isPicture, type Picture } from '@/shared/ui/ImageField'
import { RichTextField } from '@/shared/ui/RichTextField'
import { pictureTexts, resourceTexts } from '../messages'
import { picture } from './cells'
import { required, useFormField } from './formContext'
import { ReferenceInput, ReferencesInput, useReference } from './Reference'
import type { AnyField, SelectField } from './types'
import { plainText } from './values'

export function Field({ name, field }: { name: string; field: AnyField }) {
  const { value, error, onChange, form, record } = useFormField<unknown>(name)
  const isRequired = field.required === true || (field.required === 'add' && record === null)
  const { label, description } = field
  const common = { label, description, error, ...required(isRequired) }
  const typed = {
    ...common,
    value: value as string,
    onChange: (event: Typed) => onChange(event.currentTarget.value),
  }
  switch (field.kind) {
    case 'text':
      return <TextInput {...typed} />
    case 'textarea':
      return <Textarea {...typed} autosize minRows={3} />
    case 'number':
      return (
        <NumberInput
          {...common}
          value={value as number | ''}
          onChange={onChange}
          {...(field.min !== undefined && { min: field.min })}
          {...(field.max !== undefined && { max: field.max })}
          allowDecimal={false}
          clampBehavior="none"
        />
      )
    case 'select':
      return (
        <SelectInput
          {...common}
          field={field}
          value={value as string | number | null}
          onChange={onChange}
        />
      )
    case 'switch':
    case 'status':
      return (
        <Switch
          label={label}
          description={
            field.kind === 'switch'
              ? description
              : value
                ? resourceTexts.active
                : resourceTexts.inactive
          }
          error={error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'reference':
      return (
        <ReferenceInput
          {...common}
          of={field.of}
          value={value as string | null}
          onChange={onChange}
        />
      )
    case 'references':
      return (
        <ReferencesInput {...common} of={field.of} value={value as string[]} onChange={onChange} />
      )
    case 'image':
      return (
        <ImageField
          {...common}
          required={isRequired}
          value={value as Picture}
          onChange={(picture, wrong) => {
            onChange(picture)
            if (wrong) form.setFieldError(name, wrong)
          }}
          invalid={field.invalid}
          texts={pictureTexts}
        />
      )
    case 'rich':
      return (
        <RichTextField
          {...common}
          required={isRequired}
          value={value as string}
          onChange={onChange}
          height={field.height}
          short={field.short}
          upload={upload}
          uploadFailure={(thrown) => toApiError(thrown).errMessage}
          failed={resourceTexts.editorNotLoaded}
        />
      )
    case 'date':
      return (
        <DateField
          {...common}
          value={(value as string | null) ?? ''}
          onChange={(day) => onChange(day || null)}
          min={field.min}
          max={field.max}
        />
      )
    case 'slot':
      return (
        <field.Field name={name} label={label} description={description} required={isRequired} />
      )
  }
}

type Typed = React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

/**
 * Uploads a picture of a rich text; files that the server would refuse are not sent (spec 3 §5).
 */
async function upload(file: File): Promise<string> {
  if (!isPicture(file.name)) throw new ApiError(-1, 'not-a-picture', pictureTexts.invalid)
  return uploadPicture(file)
}

/** Mantine's select only supports strings. */
function SelectInput({ field, value, onChange, ...rest }: SelectInputProps) {
  return (
    <Select
      {...rest}
      data={field.options.map((one) => ({ value: String(one.value), label: one.label }))}
      value={value === null ? null : String(value)}
      onChange={(text) =>
        onChange(field.options.find((one) => String(one.value) === text)?.value ?? null)
      }
      searchable={field.options.length > 10}
      allowDeselect={false}
      nothingFoundMessage={resourceTexts.noChoices}
    />
  )
}

interface SelectInputProps {
  field: SelectField<string | number>
  value: string | number | null
  onChange: (value: string | number | null) => void
  label: string
  description: string | undefined
  error: React.ReactNode
  withAsterisk: boolean
  'aria-required': boolean
}

/** The value of a field as text, for comparing two versions of a record. */
export function FieldValue({ field, value }: { field: AnyField; value: unknown }) {
  if (value === null || value === '') return resourceTexts.none
  switch (field.kind) {
    case 'status':
      return value ? resourceTexts.active : resourceTexts.inactive
    case 'switch':
      return value ? resourceTexts.yes : resourceTexts.no
    case 'rich':
      return plainText(String(value)) || resourceTexts.none
    case 'select':
      return field.options.find((one) => one.value === value)?.label ?? String(value)
    case 'image': {
      const { address, chosen, cleared } = value as Picture
      return chosen ? pictureTexts.chosen(chosen.name) : picture(cleared ? null : address)
    }
    case 'reference':
    case 'references':
      return <Titles of={field.of} value={value} />
    case 'slot':
      return field.of ? <Titles of={field.of} value={value} /> : String(value)
    default:
      return String(value)
  }
}

function Titles({ of, value }: { of: string; value: unknown }) {
  const { data } = useReference(of)
  const ids = Array.isArray(value) ? value : [value]
  const titles = ids.map((id) => data.find((one) => one.value === id)?.label ?? '…')
  return titles.join(', ') || resourceTexts.none
}
