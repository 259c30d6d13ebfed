// One question of a form: stem, similar questions, options, the right one, explanation.
import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { similarQuery } from '@/shared/api/queries/bankQuality'
import { plainText } from '@/shared/ui/plainText'
import { similarTexts } from '../bank/messages'
import { Stem } from '../bank/Stem'
import { adminPaths } from '../paths'
import { Field } from '../resource/fields/Field'
import { useFormContext } from '../resource/formContext'
import type { Fields } from '../resource/values'
import { SIMILAR_QUESTIONS_PAUSE } from '../timing'
import { Options } from './Options'
import type { EntryNames } from './questionFields'

/** Shorter stems match too many others. */
const SHORTEST = 12

/** While a question is typed: similar questions of the subject, from any year. */
function Similar({ names, subjectId, questionId }: SimilarProps) {
  const { form } = useFormContext()
  const passage = String(form.values.passage ?? '')
  const [question] = useDebouncedValue(
    String(form.values[names.question] ?? ''),
    SIMILAR_QUESTIONS_PAUSE,
  )
  const query = useQuery({
    ...similarQuery({
      subjectId,
      question,
      ...(passage && { passage }),
      ...(questionId && { questionId }),
    }),
    enabled: plainText(question).length >= SHORTEST,
    // It is only a hint, so errors are ignored.
    retry: false,
  })
  const found = query.data ?? []
  if (found.length === 0) return null
  return (
    <Alert
      color="sun"
      icon={<Copy size={18} aria-hidden />}
      title={similarTexts.title}
      role="status"
    >
      <List fz="sm" spacing={4}>
        {found.map(({ _id, question, title, year, likeness }) => (
          <List.Item key={_id}>
            <Text span fw={600} inherit>
              {similarTexts.of(
                likeness === 'same' ? similarTexts.same : similarTexts.almost,
                year.title,
              )}
            </Text>{' '}
            <Anchor href={adminPaths.question(_id)} target="_blank" inherit>
              <Stem html={question} title={title} most={120} />
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

interface SimilarProps {
  names: EntryNames
  subjectId: string
  questionId?: string | undefined
}

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
