// One question of a form: stem, options, the right one, explanation.
import { Stack } from '@mantine/core'
import { Field } from '../resource/fields/Field'
import type { Fields } from '../resource/values'
import { type EntryNames, numbers } from './questionFields'
import { RightAnswer } from './RightAnswer'

export function Entry({ fields, names }: { fields: Fields; names: EntryNames }) {
  return (
    <Stack gap="md">
      <Named fields={fields} name={names.question} />
      {numbers.map((n) => (
        <Named key={n} fields={fields} name={names.option(n)} />
      ))}
      <RightAnswer names={names} />
      <Named fields={fields} name={names.explanation} />
    </Stack>
  )
}

/** The field of this name, where the form has it. */
export function Named({ fields, name }: { fields: Fields; name: string }) {
  const field = fields[name]
  return field && <Field name={name} field={field} />
}
