// What a report is about: for administrators the question as it is in the bank now, with its key; for
// moderators its beginning.
import { Anchor, Image, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { toApiError } from '@/api/errors'
import { readQuestion, readTheory, subjectYearsQuery } from '@/api/queries/bank'
import type { Report } from '@/api/queries/grading'
import { letterOf } from '@/i18n/format'
import { Loader } from '@/ui/Loader'
import { RichText } from '@/ui/RichText'
import { adminPaths } from '../paths'
import { words } from './messages'
import styles from './reports.module.css'
import { reportsKey } from './reportsKey'

type Question = Report['question']

/** Its beginning, as it was. */
export function Stem({ of: { stem } }: { of: Question }) {
  return (
    <>
      <Text className={styles.words}>{stem}</Text>
      <Text fz="sm" c="dimmed" mt="xs">
        {words.asReported}
      </Text>
    </>
  )
}

export function BankQuestion({ of }: { of: Question }) {
  const { _id, kind, subject, year } = of
  const years = useQuery(subjectYearsQuery(subject._id))
  // For POST UTME several have the same number.
  const candidates = years.data?.filter((one) => one.year === year) ?? []
  const found = useQuery({
    queryKey: [...reportsKey, 'question', _id, candidates.map((one) => one._id)],
    queryFn: () =>
      find(
        of,
        candidates.map((one) => one._id),
      ),
    enabled: years.data !== undefined,
  })
  if (years.isError || found.isError || found.data === null) {
    return (
      <>
        <Stem of={of} />
        {found.data === null && (
          <Text fz="sm" mt="xs">
            {words.gone}
          </Text>
        )}
      </>
    )
  }
  if (found.data === undefined) return <Loader />
  return (
    <>
      {found.data.question ? (
        <Objective of={found.data.question} />
      ) : (
        found.data.theory && <Theory of={found.data.theory} />
      )}
      <Anchor component={Link} to={editPath(kind, found.data)} fz="sm" mt="sm" display="block">
        {words.editQuestion}
      </Anchor>
    </>
  )
}

interface Found {
  yearId: string
  subjectId: string
  question?: Awaited<ReturnType<typeof readQuestion>>
  theory?: Awaited<ReturnType<typeof readTheory>>
}

/** In whichever of these years it is. */
async function find({ _id, kind, subject }: Question, yearIds: string[]): Promise<Found | null> {
  for (const yearId of yearIds) {
    try {
      const place = { yearId, subjectId: subject._id }
      return kind === 'theory'
        ? { ...place, theory: await readTheory(subject._id, yearId, _id) }
        : { ...place, question: await readQuestion(subject._id, yearId, _id) }
    } catch (thrown) {
      if (toApiError(thrown).status !== 404) throw thrown
    }
  }
  return null
}

const editPath = (kind: string, { subjectId, yearId, question, theory }: Found) =>
  kind === 'theory'
    ? adminPaths.theoryEdit(subjectId, yearId, theory?._id ?? '')
    : adminPaths.questionEdit(subjectId, yearId, question?._id ?? '', question?.topic._id ?? '')

function Objective({ of }: { of: NonNullable<Found['question']> }) {
  return (
    <>
      {of.passage && <RichText html={of.passage} className={styles.passage} />}
      <RichText html={of.question} />
      {of.logo && (
        <Image src={of.logo} alt="" mah={200} w="auto" fit="contain" my="sm" loading="lazy" />
      )}
      <ol className={styles.options}>
        {of.options.map((option, i) => (
          <li key={option._id} data-right={option._id === of.correctAns || undefined}>
            <b>{letterOf(i)}</b>
            <div>
              <RichText html={option.option} />
              {option._id === of.correctAns && (
                <Text fz="xs" fw={600}>
                  {words.right}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
      {of.description && (
        <>
          <Text fz="sm" fw={600} mt="sm">
            {words.explanation}
          </Text>
          <RichText html={of.description} />
        </>
      )}
    </>
  )
}

function Theory({ of }: { of: NonNullable<Found['theory']> }) {
  return (
    <>
      <RichText html={of.question} />
      {of.logo && (
        <Image src={of.logo} alt="" mah={200} w="auto" fit="contain" my="sm" loading="lazy" />
      )}
      <Text fz="sm" fw={600} mt="sm">
        {words.modelAnswer}
      </Text>
      <RichText html={of.description} />
    </>
  )
}
