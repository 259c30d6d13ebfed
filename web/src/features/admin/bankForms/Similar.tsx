// While a question is typed: similar questions of the subject, from any year.
import { Alert, Anchor, List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { similarQuery } from '@/shared/api/queries/bankQuality'
import { plainText } from '@/shared/ui/plainText'
import { messages } from '../bank/messages'
import { Stem } from '../bank/Stem'
import { adminPaths } from '../paths'
import { useFormContext } from '../resource/formContext'
import type { EntryNames } from './questionFields'

const words = messages.similar

/** The pause after typing before the search, in milliseconds. */
const REST = 600
/** Shorter stems match too many others. */
const SHORTEST = 12

export function Similar({ names, subjectId, questionId }: SimilarProps) {
  const { form } = useFormContext()
  const passage = String(form.values.passage ?? '')
  const [question] = useDebouncedValue(String(form.values[names.question] ?? ''), REST)
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
    <Alert color="sun" icon={<Copy size={18} aria-hidden />} title={words.title} role="status">
      <List fz="sm" spacing={4}>
        {found.map(({ _id, question, title, year, likeness }) => (
          <List.Item key={_id}>
            <Text span fw={600} inherit>
              {words.of(likeness === 'same' ? words.same : words.almost, year.title)}
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
