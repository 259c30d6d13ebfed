// The question of a report: as it is in the bank now, with its key, or the beginning of its stem if
// it was deleted.
import { Anchor, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Report, readReport, reports } from '@/shared/api/queries/grading'
import { letterOf } from '@/shared/i18n/format'
import { Disclosure } from '@/shared/ui/Disclosure'
import { Loader } from '@/shared/ui/Loader'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { useMay } from '../access'
import type { Shown } from '../bank/shown'
import { listKey } from '../lists/ServerList'
import { adminPaths } from '../paths'
import { reportsTexts } from './messages'
import styles from './reports.module.css'

/** The prefix of all query keys of reports. */
export const reportsKey = listKey('reports')

/** A report with the current question. */
export const openedQuery = (id: string) =>
  queryOptions({ queryKey: [...reportsKey, 'opened', id], queryFn: () => readReport(id) })

/** The most reports of a question that are shown together. */
const MOST = 100

/** The open reports of a question, oldest first. */
export const openOfQuestionQuery = (question: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'of', question],
    queryFn: () =>
      reports({ page: 1, limit: MOST, sort: 'createdAt', filters: { question, state: 'open' } }),
  })

/** The beginning of the stem as it was. */
function Stem({ of: { stem } }: { of: Report['question'] }) {
  return (
    <>
      <Text className={styles.words} dir="auto">
        {stem}
      </Text>
      <Text fz="sm" c="dimmed" mt="xs">
        {reportsTexts.asReported}
      </Text>
    </>
  )
}

/** The current question with its key. */
export function BankQuestion({ of: report, among }: { of: Report; among: Shown }) {
  const isAdmin = useMay()
  const query = useQuery(openedQuery(report._id))
  if (query.isPending) return <Loader />
  const { item, theory } = query.data ?? {}
  const found = item ?? theory
  if (!found) {
    return (
      <>
        <Stem of={report.question} />
        {query.isSuccess && (
          <Text fz="sm" mt="xs">
            {reportsTexts.gone}
          </Text>
        )}
      </>
    )
  }
  return (
    <>
      {item && <Objective of={item} />}
      {theory && <Theory of={theory} />}
      {isAdmin && (
        <Anchor
          component={Link}
          to={editPath(report, found)}
          state={among}
          fz="sm"
          mt="sm"
          display="block"
        >
          {reportsTexts.editQuestion}
        </Anchor>
      )}
    </>
  )
}

type Opened = Awaited<ReturnType<typeof readReport>>
type Item = NonNullable<Opened['item']>
type TheoryItem = NonNullable<Opened['theory']>

const editPath = ({ question }: Report, { _id, subject, year, topic }: Item | TheoryItem) =>
  question.kind === 'theory'
    ? adminPaths.theoryEdit(subject._id, year._id, _id)
    : adminPaths.questionEdit(subject._id, year._id, _id, topic._id)

function Objective({ of }: { of: Item }) {
  return (
    <>
      {of.passage && (
        <Details name={reportsTexts.passage}>
          <RichText html={of.passage} className={styles.passage} />
        </Details>
      )}
      <RichText html={of.question} />
      {of.logo && <QuestionPicture src={of.logo} />}
      <ol className={styles.options}>
        {of.options.map((option, i) => (
          <li key={option._id} data-right={option._id === of.correctAns || undefined}>
            <b>{letterOf(i)}</b>
            <div>
              <RichText html={option.option} />
              {option._id === of.correctAns && (
                <Text fz="xs" fw={600}>
                  {reportsTexts.right}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
      {of.description && (
        <>
          <Text fz="sm" fw={600} mt="sm">
            {reportsTexts.explanation}
          </Text>
          <RichText html={of.description} />
        </>
      )}
    </>
  )
}

function Theory({ of }: { of: TheoryItem }) {
  return (
    <>
      <RichText html={of.question} />
      {of.logo && <QuestionPicture src={of.logo} />}
      <Text fz="sm" fw={600} mt="sm">
        {reportsTexts.modelAnswer}
      </Text>
      <RichText html={of.description} />
    </>
  )
}

/** A part of a report that is closed until it is asked for. */
export function Details({ name, children }: { name: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure name={name} open={open} onToggle={() => setOpen(!open)}>
      {children}
    </Disclosure>
  )
}
