// /admin/question-statistics: the answered questions, the most suspicious first.
import { Anchor, Badge, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { adminExamsQuery, examSubjectsQuery } from '@/shared/api/queries/bank'
import { rankedQuery } from '@/shared/api/queries/bankQuality'
import type { RankedQuestion } from '@/shared/api/types'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { pageSizes } from '@/shared/ui/paging'
import { EmptyState } from '@/shared/ui/states'
import { Stem } from '../bank/Stem'
import { type QuestionTrail, shown, trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { useLastPage, useListParams } from '../resource/useRows'
import { Crumbs } from '../ui/Crumbs'
import { difficultyInWords, twoDecimals } from './Insight'
import { insightTexts, qualityTexts } from './messages'
import styles from './quality.module.css'

const columnsNow = (state: QuestionTrail): Column<RankedQuestion>[] => [
  {
    key: 'question',
    title: qualityTexts.question,
    main: true,
    render: ({ question, flagged }) => (
      <>
        <Anchor
          component={Link}
          to={adminPaths.question(question._id)}
          state={state}
          className={styles.stem}
          inherit
        >
          <Stem html={question.question} title={question.title} most={160} />
        </Anchor>{' '}
        {flagged && (
          <Badge color="red" variant="light" tt="none">
            {qualityTexts.flagged}
          </Badge>
        )}
      </>
    ),
  },
  {
    key: 'where',
    title: qualityTexts.where,
    render: ({ exam, subject, year }) =>
      qualityTexts.place(exam.title, subject.title, String(year)),
  },
  {
    key: 'attempts',
    title: insightTexts.attempts,
    align: 'right',
    sort: 'attempts',
    render: ({ attempts }) => formatNumber(attempts),
  },
  {
    key: 'facility',
    title: insightTexts.facility,
    align: 'right',
    sort: 'facility',
    render: ({ facility }) =>
      facility === null ? insightTexts.unknown : formatPercent(Math.round(facility * 100)),
  },
  {
    key: 'difficulty',
    title: insightTexts.difficulty,
    align: 'right',
    sort: 'difficulty',
    render: ({ difficulty }) => difficultyInWords(difficulty),
  },
  {
    key: 'discrimination',
    title: insightTexts.discrimination,
    align: 'right',
    sort: 'discrimination',
    render: ({ discrimination }) => twoDecimals(discrimination),
  },
]

export function QuestionStatistics() {
  const { ask, show } = useListParams({
    sorts: ['attempts', 'facility', 'difficulty', 'discrimination'],
    filters: ['exam', 'subject', 'flagged'],
  })
  const { exam = '', subject = '', flagged = '' } = ask.filters
  const query = useQuery(
    rankedQuery(ask, {
      ...(exam && { exam }),
      ...(subject && { subject }),
      ...(flagged === 'true' && { flagged }),
    }),
  )
  const exams = useQuery(adminExamsQuery)
  const subjects = useQuery({ ...examSubjectsQuery(exam), enabled: exam !== '' })
  useLastPage(query.data && { rows: query.data.data, total: query.data.total }, ask, (last) =>
    show({ page: last }, true),
  )
  const narrow = (filters: Record<string, string>) => show({ filters, page: 1 })
  return (
    <Page
      title={qualityTexts.statistics}
      description={qualityTexts.statisticsHint}
      crumbs={<Crumbs trail={trailTo.subject()} here={qualityTexts.statistics} />}
      width={1120}
    >
      <Panel>
        <div className={styles.scope}>
          <NativeSelect
            label={qualityTexts.exam}
            data={[
              { value: '', label: qualityTexts.allExams },
              ...(exams.data ?? []).map(({ _id, title }) => ({ value: _id, label: title })),
            ]}
            value={exam}
            onChange={(event) => narrow({ exam: event.currentTarget.value, subject: '' })}
          />
          <NativeSelect
            label={qualityTexts.subject}
            disabled={exam === ''}
            data={[
              { value: '', label: qualityTexts.allSubjects },
              ...(subjects.data ?? []).map(({ _id, title }) => ({ value: _id, label: title })),
            ]}
            value={subject}
            onChange={(event) => narrow({ subject: event.currentTarget.value })}
          />
          <NativeSelect
            label={qualityTexts.show}
            data={[
              { value: '', label: qualityTexts.allQuestions },
              { value: 'true', label: qualityTexts.flaggedOnly },
            ]}
            value={flagged === 'true' ? flagged : ''}
            onChange={(event) => narrow({ flagged: event.currentTarget.value })}
          />
        </div>
        <DataTable
          label={qualityTexts.statistics}
          columns={columnsNow(shown((query.data?.data ?? []).map(({ question }) => question._id)))}
          rows={query.data?.data}
          rowKey={({ question }) => question._id}
          busy={query.isPlaceholderData}
          error={query.isError ? toApiError(query.error).errMessage : null}
          onRetry={() => void query.refetch()}
          sort={ask.sort ?? ''}
          onSort={(sort) => show({ sort, page: 1 })}
          empty={<EmptyState title={qualityTexts.nobody} />}
          paging={{
            page: ask.page,
            limit: ask.limit,
            total: query.data?.total ?? 0,
            limits: pageSizes,
            onPage: (page) => show({ page }),
            onLimit: (limit) => show({ limit, page: 1 }),
          }}
        />
      </Panel>
    </Page>
  )
}
