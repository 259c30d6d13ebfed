// /admin/questions/…: the questions of a section, a topic or a whole year (spec 3 §2).
import { ActionIcon, Button, Group, UnstyledButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
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
import { QueryView } from '@/shell/QueryView'
import { type Column, DataTable } from '@/ui/DataTable'
import { notify } from '@/ui/notify'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { mainId } from '@/ui/SkipLink'
import { SampleButton } from '../import/SampleButton'
import { messages } from '../messages'
import { ConfirmDelete } from '../ui/ConfirmDelete'
import { Crumbs } from '../ui/Crumbs'
import { SearchField } from '../ui/SearchField'
import { Status } from '../ui/Status'
import styles from './bank.module.css'
import { plainText } from './plainText'
import { QuestionDrawer } from './QuestionDrawer'
import { trailTo } from './trail'
import { useListParams } from './useListParams'

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
  const { ask, show } = useListParams(sorts)
  const query = useQuery(questionsQuery(place, ask))
  const client = useQueryClient()
  const [shown, setShown] = useState<AdminQuestion | null>(null)
  const [doomed, setDoomed] = useState<AdminQuestion | null>(null)

  const deleted = () => {
    setDoomed(null)
    notify.success(messages.bank.questionDeleted)
    // The last row of a page takes the page with it.
    if (query.data?.data.length === 1 && ask.page > 1) show({ page: ask.page - 1 })
    // What had the focus is gone.
    document.getElementById(mainId)?.focus({ preventScroll: true })
    return client.invalidateQueries({ queryKey: bankKey })
  }
  // Until another page is there the rows of the one before stand, as what they are and to be
  // read alone: what is deleted is what is seen.
  const { isPlaceholderData: stale } = query
  const first = query.data?.first ?? 0
  const columns: Column<AdminQuestion>[] = [
    { key: 'sr', title: 'Sr', render: (_, index) => first + index + 1 },
    {
      key: 'question',
      title: 'Question',
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
      render: (row) => (
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={`Delete: ${wordsOf(row)}`}
          disabled={stale}
          onClick={() => setDoomed(row)}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
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
      <QueryView query={query}>
        {({ data, total }) => (
          <DataTable
            label="Questions"
            columns={columns}
            rows={data}
            rowKey={(row) => row._id}
            busy={stale}
            sort={ask.sort ?? ''}
            onSort={(sort) => show({ sort, page: 1 })}
            paging={{
              page: ask.page,
              limit: ask.limit,
              total,
              limits: [10, 20, 30, 40],
              onPage: (page) => show({ page }),
              onLimit: (limit) => show({ limit, page: 1 }),
            }}
          />
        )}
      </QueryView>
      <QuestionDrawer question={shown} onClose={() => setShown(null)} />
      {doomed && (
        <ConfirmDelete
          what={wordsOf(doomed)}
          deleteIt={() => deleteQuestion(doomed._id)}
          onDeleted={deleted}
          onClose={() => setDoomed(null)}
        />
      )}
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
