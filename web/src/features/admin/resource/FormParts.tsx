// The parts of a record's form: its fields, their read-only version, and its errors.
import { Alert, List } from '@mantine/core'
import type { ApiError } from '@/shared/api/errors'
import { Field } from './fields/Field'
import { FieldValue } from './fields/FieldValue'
import { useFormContext } from './formContext'
import styles from './resource.module.css'
import type { Fields } from './values'

/** All fields in order, under their headings; short ones share a line. */
export function AllFields({ fields }: { fields: Fields }) {
  const groups = groupsOf(fields)
  if (groups.length === 1) return <FieldGrid fields={fields} />
  return (
    <div className={styles.groups}>
      {groups.map(({ name, fields }) => (
        <fieldset key={name} className={styles.group}>
          {name && <legend>{name}</legend>}
          <FieldGrid fields={fields} />
        </fieldset>
      ))}
    </div>
  )
}

/** The fields by heading: each belongs to the last one. */
function groupsOf(fields: Fields): { name: string; fields: Fields }[] {
  const groups: { name: string; fields: Fields }[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (field.group !== undefined || groups.length === 0) {
      groups.push({ name: field.group ?? '', fields: {} })
    }
    const last = groups.at(-1)
    if (last) last.fields[name] = field
  }
  return groups
}

function FieldGrid({ fields }: { fields: Fields }) {
  return (
    <div className={styles.fields}>
      {Object.entries(fields).map(([name, field]) => (
        <div key={name} data-wide={(isWide(field.kind) && !field.half) || undefined}>
          <Field name={name} field={field} />
        </div>
      ))}
    </div>
  )
}

const narrow = new Set(['number', 'select', 'date', 'switch', 'status', 'slot'])
const isWide = (kind: string) => !narrow.has(kind)

/** The values as text, for users who may not change them. */
export function ReadOnlyFields({ fields }: { fields: Fields }) {
  const { form } = useFormContext()
  return (
    <dl className={styles.read}>
      {Object.entries(fields).map(([name, field]) => (
        <div key={name}>
          <dt>{field.label}</dt>
          <dd>
            <FieldValue field={field} value={form.values[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An error without a field. It stays after its toast has disappeared. */
export function FormFailure({ failure, unplaced }: FormFailureProps) {
  const lines = linesOf(failure, unplaced)
  if (lines.length === 0) return null
  return (
    <Alert color="red" mt="lg">
      {lines.length === 1 ? (
        lines[0]
      ) : (
        <List>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function linesOf(failure: ApiError | null, unplaced: string[]) {
  if (!failure || Object.keys(failure.fields).length > unplaced.length) return unplaced
  return unplaced.length > 0 ? unplaced : [failure.errMessage]
}

interface FormFailureProps {
  failure: ApiError | null
  /** Messages about fields that the form does not have. */
  unplaced: string[]
}
