// One question of a form: stem, similar questions, options, the right one, explanation.
import { Stack } from '@mantine/core'
import { Field } from '../resource/fields/Field'
import type { Fields } from '../resource/values'
import { Options } from './Options'
import type { EntryNames } from './questionFields'
import { Similar } from './Similar'

export function Entry({ fields, names, subjectId, questionId }: EntryProps) {
  return (
    <Stack gap="md">
      <Named fields={fields} name={names.question} />
      <Similar names={names} subjectId={subjectId} questionId={questionId} />
      <Options fields={fields} names={names} />
      <Named fields={fields} name={names.explanation} />
    </Stack>
  )
}

interface EntryProps {
  fields: Fields
  names: EntryNames
  subjectId: string
  /** The question itself, which is not its own duplicate. */
  questionId?: string | undefined
}

/** The field with this name, if the form has it. */
export function Named({ fields, name }: { fields: Fields; name: string }) {
  const field = fields[name]
  return field && <Field name={name} field={field} />
}
