// The page around the forms of the bank: the year that they belong to, and the way back.
import { Group, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { type BankPlace, subjectYearQuery, topicSectionsQuery } from '@/shared/api/queries/bank'
import type { SubjectYear, TopicCounts } from '@/shared/api/types'
import { formatNumber, letterOf } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Picture, sourceOf } from '@/shared/ui/ImageField'
import { Page } from '@/shared/ui/Page'
import { RichText } from '@/shared/ui/RichText'
import { drawerTexts, previewTexts } from '../bank/messages'
import { trailTo } from '../bank/trail'
import { useFormContext } from '../resource/formContext'
import type { Values } from '../resource/values'
import { Crumbs } from '../ui/Crumbs'
import styles from './bankForms.module.css'
import { type EntryNames, FEWEST_OPTIONS, numbers } from './questionFields'

/** Fields beside a preview for students. */
export const Split = ({ children, preview }: { children: ReactNode; preview: ReactNode }) => (
  <div className={styles.split}>
    <div className={styles.columns}>
      <Stack gap="lg">{children}</Stack>
      {preview}
    </div>
  </div>
)

export function FormPage({ place, title, list, wide = false, children }: FormPageProps) {
  const year = useQuery(subjectYearQuery(place.yearId))
  const topics = useQuery(topicSectionsQuery(place.subjectId, place.yearId))
  return (
    <Page
      title={title}
      crumbs={<Crumbs trail={[...trailTo.questions(year.data, place), list]} here={title} />}
      width={wide ? 1240 : 760}
    >
      <QueryView query={year}>
        {(found) => <QueryView query={topics}>{(list) => children(found, list)}</QueryView>}
      </QueryView>
    </Page>
  )
}

interface FormPageProps {
  place: Pick<BankPlace, 'subjectId' | 'yearId'>
  title: string
  /** The list that the form belongs to. */
  list: { title: string; to: string }
  /** Whether a preview is shown beside the fields. */
  wide?: boolean
  children: (year: SubjectYear, topics: TopicCounts[]) => ReactNode
}

/** A live preview of a question as students see it, including maths and pictures. */
export function Preview({ entries, linked, picture }: PreviewProps) {
  const { form } = useFormContext()
  // Typing has priority over rendering.
  const values = useDeferredValue(form.values)
  const [key, setKey] = useState(false)
  const passage = values[linked] ? String(values.passage ?? '') : ''
  return (
    <section aria-label={previewTexts.title} className={styles.preview}>
      <Group justify="space-between" mb="sm">
        <Text fw={650}>{previewTexts.title}</Text>
        <Switch
          size="xs"
          label={previewTexts.showKey}
          checked={key}
          onChange={(event) => setKey(event.currentTarget.checked)}
        />
      </Group>
      {passage && (
        <div className={styles.passage}>
          <RichText html={passage} />
        </div>
      )}
      {entries.map((names, i) => (
        <Question
          key={names.question}
          names={names}
          values={values}
          number={i + 1}
          of={entries.length}
          picture={pictureOf(values[picture] as Picture | undefined)}
          isKeyShown={key}
        />
      ))}
    </section>
  )
}

interface PreviewProps {
  entries: EntryNames[]
  /** The field that says whether there is a passage. */
  linked: string
  /** The field of the picture. */
  picture: string
}

function Question({ names, values, number, of, picture, isKeyShown }: QuestionProps) {
  const text = (name: string) => String(values[name] ?? '')
  const options = numbers.map((n) => text(names.option(n)))
  const filled = options.map((option, i) => (option === '' ? 0 : i + 1))
  const key = values[names.right]
  return (
    <div className={styles.question}>
      <Text fz="sm" c="dimmed" fw={650} mb={4}>
        {previewTexts.questionOf(formatNumber(number), formatNumber(of))}
      </Text>
      {text(names.question) ? (
        <RichText html={text(names.question)} />
      ) : (
        <Text c="dimmed">{previewTexts.empty}</Text>
      )}
      {picture && <img src={picture} alt="" className={styles.picture} />}
      <ol className={styles.choices}>
        {options.slice(0, Math.max(FEWEST_OPTIONS, ...filled)).map((option, i) => {
          const right = isKeyShown && key === i + 1
          return (
            <li key={numbers[i]} data-right={right || undefined}>
              <span className={styles.letter}>{letterOf(i)}</span>
              <RichText html={option} inline className={styles.choice} />
              {right && <Check size={18} role="img" aria-label={drawerTexts.rightAnswer} />}
            </li>
          )
        })}
      </ol>
      {isKeyShown && text(names.explanation) && (
        <div className={styles.explanation}>
          <RichText html={text(names.explanation)} />
        </div>
      )}
    </div>
  )
}

interface QuestionProps {
  names: EntryNames
  values: Values
  number: number
  of: number
  picture: string | null
  isKeyShown: boolean
}

/** A theory question as students see it, and with its model answers. */
export function TheoryPreview() {
  const { form } = useFormContext()
  const values = useDeferredValue(form.values)
  const [key, setKey] = useState(false)
  const text = (name: string) => String(values[name] ?? '')
  const picture = pictureOf(values.logo as Picture | undefined)
  return (
    <section aria-label={previewTexts.title} className={styles.preview}>
      <Group justify="space-between" mb="sm">
        <Text fw={650}>{previewTexts.title}</Text>
        <Switch
          size="xs"
          label={previewTexts.showAnswer}
          checked={key}
          onChange={(event) => setKey(event.currentTarget.checked)}
        />
      </Group>
      <div className={styles.question}>
        {text('question') ? (
          <RichText html={text('question')} />
        ) : (
          <Text c="dimmed">{previewTexts.empty}</Text>
        )}
        {picture && <img src={picture} alt="" className={styles.picture} />}
        {key &&
          ['description', 'detailed_answer'].map(
            (name) =>
              text(name) && (
                <div key={name} className={styles.explanation}>
                  <RichText html={text(name)} />
                </div>
              ),
          )}
      </div>
    </section>
  )
}

/** The picture after the form is saved. */
function pictureOf(picture: Picture | undefined): string | null {
  if (!picture) return null
  return picture.chosen ? sourceOf(picture.chosen) : picture.cleared ? null : picture.address
}
