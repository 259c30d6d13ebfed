// /admin/reports: question reports, each with its question, answered one after the other (ruling
// 34).
import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type Report, reports } from '@/shared/api/queries/grading'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { QueryView } from '@/shared/lazy/QueryView'
import { reportTexts } from '@/shared/report/reportMessages'
import { FilterButtons } from '@/shared/ui/FilterButtons'
import { Page, Panel } from '@/shared/ui/Page'
import { Pager } from '@/shared/ui/Pager'
import { pageSizes } from '@/shared/ui/paging'
import { EmptyState } from '@/shared/ui/states'
import { useMay } from '../access'
import { shown } from '../bank/trail'
import { adminTexts, leaveTexts } from '../messages'
import type { AnyFilter } from '../resource/defineResource'
import { dayFilters, ListTools, useSubjectFilter } from '../resource/ListParts'
import { useLastPage, useListParams } from '../resource/useRows'
import { Crumbs } from '../ui/Crumbs'
import { ReportCard, reportsKey, reportsTexts } from './ReportCard'

const states = ['open', 'accepted', 'rejected', 'all'] as const
const reasonNames = ['wrong-key', 'unclear', 'typo', 'picture', 'outdated', 'other'] as const

export function Reports() {
  const isAdmin = useMay()
  // Reports with unsent replies, as last seen: they stay on the page wherever the list has them.
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Report>>(new Map())
  const tell = useCallback((report: Report, has: boolean) => {
    setDrafts((before) => {
      if (before.has(report._id) === has) return before
      const after = new Map(before)
      if (has) after.set(report._id, report)
      else after.delete(report._id)
      return after
    })
  }, [])
  const guard = useLeaveGuard(drafts.size > 0, leaveTexts)
  const { ask, show } = useListParams({
    sorts: [],
    filters: ['state', 'reason', 'subject', 'from', 'to'],
    isBlocked: guard.asks,
  })
  const filters: AnyFilter[] = [
    {
      name: 'reason',
      label: reportsTexts.reason,
      options: reasonNames.map((value) => ({ value, label: reportTexts[value] })),
    },
    useSubjectFilter(),
    ...dayFilters(),
  ]
  const { state: _, ...narrowed } = ask.filters
  const state = states.find((one) => one === ask.filters.state) ?? 'open'
  const query = useQuery({
    queryKey: [...reportsKey, 'page', ask],
    queryFn: () => reports({ ...ask, filters: { ...ask.filters, state } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  useLastPage(query.data, ask, (page) => show({ page }, true))
  const place = JSON.stringify(ask)
  const gone = [...drafts.values()].filter(
    ({ _id }) => !query.data?.rows.some((row) => row._id === _id),
  )
  return (
    <Page
      title={adminTexts.reports}
      description={reportsTexts.about}
      crumbs={isAdmin && <Crumbs here={adminTexts.reports} />}
      width={1120}
    >
      <Stack gap="lg">
        <Panel>
          <Stack gap="sm">
            <FilterButtons
              label={reportsTexts.view}
              options={states.map((value) => ({ value, label: reportsTexts[value] }))}
              value={state}
              onChange={(next) => show({ filters: { state: next }, page: 1 })}
            />
            <ListTools
              resource={{ searchable: true, filters, texts: { many: adminTexts.reports } }}
              ask={{ ...ask, filters: narrowed }}
              show={show}
              onClear={() =>
                show({
                  q: '',
                  page: 1,
                  filters: Object.fromEntries(filters.map(({ name }) => [name, ''])),
                })
              }
            />
          </Stack>
        </Panel>
        <QueryView query={query}>
          {({ rows, total }) =>
            rows.length + gone.length === 0 ? (
              <Panel>
                <EmptyState
                  title={state === 'open' && !ask.q ? reportsTexts.none : reportsTexts.noneHere}
                />
              </Panel>
            ) : (
              <>
                {firstOfEach([...gone, ...rows], state === 'open', drafts).map((report, i, all) => (
                  <ReportCard
                    key={`${place} ${report._id}`}
                    row={report}
                    number={i + 1}
                    among={questionsOf(all)}
                    onTyped={tell}
                  />
                ))}
                <Pager
                  page={ask.page}
                  limit={ask.limit}
                  total={total}
                  limits={pageSizes}
                  onPage={(page) => show({ page })}
                  onLimit={(limit) => show({ limit, page: 1 })}
                  busy={query.isPlaceholderData}
                />
              </>
            )
          }
        </QueryView>
      </Stack>
      {guard.dialog}
    </Page>
  )
}

/**
 * The reports to show as cards. Open reports of one question are one card; those with an unsent
 * reply stay.
 */
const firstOfEach = (all: Report[], isOpen: boolean, drafts: ReadonlyMap<string, Report>) =>
  isOpen
    ? all.filter(
        ({ _id, question }, i) =>
          drafts.has(_id) || !all.slice(0, i).some((one) => one.question._id === question._id),
      )
    : all

/** The multiple-choice questions of reports. */
const questionsOf = (rows: Report[]) =>
  shown(rows.map(({ question }) => (question.kind === 'theory' ? null : question._id)))
