// /admin/questions/…: the questions of a section, a topic or a whole year (spec 3 §2).
import { Button, Group, UnstyledButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { toApiError } from '@/api/errors'
import {
  all,
  type BankPlace,
  bankKey,
  deleteQuestion,
  questionsQuery,
  subjectYearQuery,
  topicSectionsQuery,
} from '@/api/queries/bank'
import type { AdminQuestion, SubjectYear, TopicCounts } from '@/api/types'
import { paths } from '@/paths'
import { type Column, DataTable } from '@/ui/DataTable'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { SampleButton } from '../import/SampleButton'
import { messages } from '../messages'
import { ChosenRows } from '../resource/ChosenRows'
import { messages as kit } from '../resource/messages'
import { RowActions } from '../resource/RowActions'
import { useListParams } from '../resource/useListParams'
import { useLastPage } from '../resource/useRows'
import { Crumbs } from '../ui/Crumbs'
import { plainText } from '../ui/plainText'
import { SearchField } from '../ui/SearchField'
import { Status } from '../ui/Status'
import { useDeletion } from '../ui/useDeletion'
import styles from './bank.module.css'
import { QuestionDrawer } from './QuestionDrawer'
import { trailTo } from './trail'

export function Questions() {
  const { sectionId = all, subjectId = '', yearId = '', topicId = all } = useParams()
  const place = { sectionId, subjectId, yearId, topicId }
  const year = useQuery(subjectYearQuery(yearId))
  const topics = useQuery(topicSectionsQuery(subjectId, yearId))
  return (
    <Page
      title="Questions"
      description={year.data && describe(year.data, topics.data ?? [], place)}
      crumbs={<Crumbs trail={trailTo.questions(year.data, place)} here="Questions" />}
      width={1120}
      actions={
        <>
          <SampleButton />
          <Button
            component={Link}
            to={paths.adminQuestionsImport(sectionId, subjectId, yearId, topicId)}
            leftSection={<FileUp size={18} aria-hidden />}
          >
            Import Questions
          </Button>
        </>
      }
    >
      {/* Another part of the bank begins on its own first page. */}
      <QuestionList key={Object.values(place).join()} place={place} />
    </Page>
  )
}

/** What the list of questions can be sorted by. */
const sorts = ['question', 'group', 'status']

function QuestionList({ place }: { place: BankPlace }) {
  const { ask, show } = useListParams({ sorts })
  const { page, limit, sort, q } = ask
  const query = useQuery(questionsQuery(place, { page, limit, sort, q }))
  const client = useQueryClient()
  const [shown, setShown] = useState<AdminQuestion | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const deletion = useDeletion<AdminQuestion>({
    deleteOne: ({ _id }) => deleteQuestion(_id),
    nameOf: wordsOf,
    deleted: messages.bank.questionDeleted,
    onDeleted: () => {
      setChosen(new Set())
      void client.invalidateQueries({ queryKey: bankKey })
    },
  })
  // Until another page is there the rows of the one before stand, as what they are and to be
  // read alone: what is deleted is what is seen.
  const { isPlaceholderData: stale } = query
  const first = query.data?.first ?? 0
  useLastPage(query.data && { rows: query.data.data, total: query.data.total }, ask, (last) =>
    show({ page: last }, true),
  )
  const columns: Column<AdminQuestion>[] = [
    { key: 'sr', title: 'Sr', render: (_, index) => first + index + 1 },
    {
      key: 'question',
      title: 'Question',
      main: true,
      sort: 'question',
      render: (row) => (
        <UnstyledButton className={styles.open} onClick={() => setShown(row)}>
          {wordsOf(row)}
        </UnstyledButton>
      ),
    },
    {
      key: 'linked',
      title: 'Linked',
      sort: 'group',
      render: ({ passageCheck, group }) => (
        <span className={styles.linked}>{passageCheck ? `Yes - ${group}` : 'No'}</span>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      sort: 'status',
      render: ({ status }) => <Status active={status} />,
    },
    {
      key: 'action',
      title: 'Action',
      align: 'right',
      actions: true,
      render: (row) => (
        <RowActions name={wordsOf(row)} onDelete={() => deletion.ask([row])} disabled={stale} />
      ),
    },
  ]

  return (
    <Panel>
      <Group mb="md">
        <SearchField
          label="Search questions"
          value={ask.q ?? ''}
          onSearch={(q) => show({ q, page: 1 }, true)}
        />
      </Group>
      <ChosenRows
        rows={(query.data?.data ?? []).filter(({ _id }) => chosen.has(_id))}
        disabled={stale}
        onDelete={deletion.ask}
      />
      <DataTable
        label="Questions"
        columns={columns}
        rows={query.data?.data}
        rowKey={(row) => row._id}
        busy={stale}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        selection={{
          chosen,
          onChange: setChosen,
          labelOf: (row) => kit.selectRow(wordsOf(row)),
          allLabel: kit.selectAll,
        }}
        sort={sort ?? ''}
        onSort={(next) => show({ sort: next, page: 1 })}
        paging={{
          page,
          limit,
          total: query.data?.total ?? 0,
          limits: [10, 20, 30, 40],
          onPage: (next) => show({ page: next }),
          onLimit: (next) => show({ limit: next, page: 1 }),
        }}
      />
      <QuestionDrawer question={shown} onClose={() => setShown(null)} />
      {deletion.dialog}
    </Panel>
  )
}

/** A question without any words is one of a picture alone. */
const wordsOf = ({ question, title }: AdminQuestion) => plainText(question) || title || 'Picture'

/** "JAMB UTME, Biology, 2019: Heredity, Variation". */
function describe(year: SubjectYear, topics: TopicCounts[], place: BankPlace): string {
  const topic = topics.find(({ _id }) => _id === place.topicId)
  const section = topics
    .flatMap(({ topicSections }) => topicSections)
    .find(({ _id }) => _id === place.sectionId)
  const where = [topic?.title, section?.section_name].filter(Boolean).join(', ')
  const what = `${year.exam.title}, ${year.subject.title}, ${year.year}`
  return where ? `${what}: ${where}` : what
}
