// One question of a form: stem, similar questions, options, the right one, explanation.
import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Group,
  Input,
  List,
  Radio,
  Stack,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Copy, Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { similarQuery } from '@/shared/api/queries/bankQuality'
import { letterOf } from '@/shared/i18n/format'
import { plainText } from '@/shared/ui/plainText'
import { bankFormTexts, similarTexts } from '../bank/messages'
import { Stem } from '../bank/Stem'
import { adminPaths } from '../paths'
import { Field } from '../resource/Field'
import { useFormContext, useFormField } from '../resource/formContext'
import type { Fields, Values } from '../resource/values'
import { SIMILAR_QUESTIONS_PAUSE } from '../timing'
import styles from './bankForms.module.css'
import {
  type EntryNames,
  FEWEST_OPTIONS,
  MOST_OPTIONS,
  numbers,
  USUAL_OPTIONS,
} from './questionFields'

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

/**
 * The options of a question, two to five, and which one is right. The documents' form has four
 * (spec 3 §2).
 */
function Options({ fields, names }: { fields: Fields; names: EntryNames }) {
  const { form, record } = useFormContext()
  const filled = filledOf(form.values, names)
  const [asked, setAsked] = useState(record === null ? USUAL_OPTIONS : FEWEST_OPTIONS)
  // As many as requested, but at least up to the last filled one.
  const count = Math.max(asked, filled)
  const adding = useRef<HTMLButtonElement>(null)

  const remove = (n: number) => {
    const key = form.values[names.right] as number | null
    flushSync(() => {
      form.setValues({
        // Later options move up, and the right one stays the right one.
        ...Object.fromEntries(
          numbers
            .filter((one) => one >= n)
            .map((one) => [names.option(one), form.values[names.option(one + 1)] ?? '']),
        ),
        [names.right]: key === null || key < n ? key : key === n ? null : key - 1,
      })
      setAsked(Math.max(FEWEST_OPTIONS, count - 1))
    })
    // The focused button may have been removed.
    adding.current?.focus()
  }

  return (
    <Stack gap="md">
      {numbers.slice(0, count).map((n) => (
        <div key={n} className={styles.option}>
          <Named fields={fields} name={names.option(n)} />
          {count > FEWEST_OPTIONS && (
            <ActionIcon
              className={styles.remove}
              variant="subtle"
              color="gray"
              aria-label={bankFormTexts.removeOption(letterOf(n - 1))}
              onClick={() => remove(n)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {count < MOST_OPTIONS && (
        <Group>
          <Button
            ref={adding}
            size="xs"
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => setAsked(count + 1)}
          >
            {bankFormTexts.addOption}
          </Button>
        </Group>
      )}
      <RightAnswer names={names} count={count} />
    </Stack>
  )
}

/** The number of the last filled option. */
const filledOf = (values: Values, { option }: EntryNames) =>
  Math.max(0, ...numbers.filter((n) => String(values[option(n)] ?? '') !== ''))

/** Chooses the right option: exactly one. */
function RightAnswer({ names, count }: { names: EntryNames; count: number }) {
  const id = useId()
  const { form } = useFormContext()
  const { value, error, onChange } = useFormField<number | null>(names.right)
  return (
    <Input.Wrapper
      label={bankFormTexts.rightAnswer}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      withAsterisk
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <Group
        gap="lg"
        my={6}
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-required
        {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
      >
        {numbers.slice(0, count).map((n) => (
          <Radio
            key={n}
            name={`${id}-right`}
            label={letterOf(n - 1)}
            description={
              <span dir="auto">{plainText(String(form.values[names.option(n)] ?? ''))}</span>
            }
            checked={value === n}
            onChange={() => onChange(n)}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}
