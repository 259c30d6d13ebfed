// A page with a list of the bank: search, sorting, paging, editing and deleting.
import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { BadgeCheck, FileDown, PencilLine } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import {
  type ChangeAll as Body,
  bankKey,
  subjectYearQuery,
  type TheoryPlace,
  topicSectionsQuery,
} from '@/shared/api/queries/bank'
import type { BankKind } from '@/shared/api/queries/bankFiles'
import type { AdminQuestion, ListQuery, SubjectYear, TopicCounts } from '@/shared/api/types'
import { formatDateTime } from '@/shared/i18n/format'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { pageSizes } from '@/shared/ui/paging'
import { ChangeAll, type ChangeOfAll } from '../lists/ChangeAll'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { StateBadge, StatusSwitch } from '../resource/cells'
import type { AnyFilter } from '../resource/defineResource'
import { ChosenRows, isNarrowed, ListTools, RowActions, useChosen } from '../resource/ListParts'
import type { AllRows } from '../resource/types'
import { useLastPage, useListParams } from '../resource/useRows'
import { LinkButton } from '../ui/AppLink'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { SectionSelect } from './Bulk'
import { bankListTexts, bulkTexts, reviewTexts } from './messages'
import { trailTo } from './trail'

/**
 * The names of the year and its topics are read here, so that their responses do not render the
 * list.
 */
export function BankPage({ title, place, actions, children }: BankPageProps) {
  const year = useQuery(subjectYearQuery(place.yearId))
  const topics = useQuery(topicSectionsQuery(place.subjectId, place.yearId))
  return (
    <Page
      title={title}
      description={year.data && describe(year.data, topics.data ?? [], place)}
      crumbs={<Crumbs trail={trailTo.questions(year.data, place)} here={title} />}
      width={1120}
      actions={actions}
    >
      {children}
    </Page>
  )
}

interface BankPageProps {
  title: string
  place: TheoryPlace & { topicId?: string }
  actions: ReactNode
  children: ReactNode
}

/** "JAMB UTME, Biology, 2019: Heredity, Variation". */
function describe(
  year: SubjectYear,
  topics: TopicCounts[],
  { topicId, sectionId }: BankPageProps['place'],
): string {
  const topic = topics.find(({ _id }) => _id === topicId)
  const section = topics
    .flatMap(({ topicSections }) => topicSections)
    .find(({ _id }) => _id === sectionId)
  const where = [topic?.title, section?.section_name].filter(Boolean).join(', ')
  const what = `${year.exam.title}, ${year.subject.title}, ${year.year}`
  return where ? `${what}: ${where}` : what
}

export function BankList<Row extends StatusRow, Key extends QueryKey>(
  props: BankListProps<Row, Key>,
) {
  const { label, columns, nameOf, deleteOne, deleted, filters = [] } = props
  const sorts = [...columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort])), 'status']
  const { ask, show, clear } = useListParams({
    sorts,
    filters: filters.map(({ name }) => name),
  })
  const { page, limit, sort } = ask
  const query = useQuery(props.query(ask))
  const client = useQueryClient()
  const chosen = useChosen(ask, query.data?.data)
  const deletion = useDeletion<Row>({
    deleteOne: ({ _id }) => deleteOne(_id),
    nameOf,
    deleted,
    onDeleted: (ids) => {
      chosen.remove(ids)
      void client.invalidateQueries({ queryKey: bankKey })
    },
  })
  // Until the next page has loaded, the previous rows are shown read-only, so that only visible
  // rows can be deleted.
  const { isPlaceholderData: stale } = query
  useLastPage(query.data && { rows: query.data.data, total: query.data.total }, ask, (last) =>
    show({ page: last }, true),
  )
  const cells = useColumns(props, { first: query.data?.first ?? 0, stale, onDelete: deletion.ask })

  return (
    <Panel>
      <ListTools
        resource={{ searchable: true, filters, texts: { many: label } }}
        ask={ask}
        show={show}
        onClear={clear}
      />
      <DataTable
        label={label}
        columns={cells}
        rows={query.data?.data}
        rowKey={(row) => row._id}
        busy={stale}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        selection={{
          chosen: chosen.ids,
          onChange: chosen.choose,
          labelOf: (row) => resourceTexts.selectRow(nameOf(row)),
          allLabel: resourceTexts.selectAll,
        }}
        sort={sort ?? ''}
        onSort={(next) => show({ sort: next, page: 1 })}
        paging={{
          page,
          limit,
          total: query.data?.total ?? 0,
          limits: pageSizes,
          onPage: (next) => show({ page: next }),
          onLimit: (next) => show({ limit: next, page: 1 }),
        }}
      />
      {props.changeAll?.({
        ask,
        total: query.data?.total ?? 0,
        isNarrowed: isNarrowed(ask),
        disabled: stale || query.data === undefined,
        onDone: chosen.clear,
      })}
      <ChosenRows
        rows={chosen.rows}
        disabled={stale}
        onDelete={deletion.ask}
        onClear={chosen.clear}
      >
        {!stale && props.bulk?.(chosen.rows, chosen.keep)}
      </ChosenRows>
      {deletion.dialog}
    </Panel>
  )
}

/** All columns, the same as long as nothing changes in their cells. */
function useColumns<Row extends StatusRow>(
  { columns, nameOf, editPath, update }: ColumnProps<Row>,
  { first, stale, onDelete }: RowState<Row>,
): Column<Row>[] {
  const client = useQueryClient()
  return useMemo(
    () => [
      {
        key: 'sr',
        title: bankListTexts.number,
        render: (_, index) => first + index + 1,
      },
      ...columns,
      {
        key: 'status',
        title: bankListTexts.status,
        sort: 'status',
        render: (row) => (
          <StatusSwitch
            active={row.status}
            name={nameOf(row)}
            disabled={stale}
            change={(status) => update(row._id, { status, version: row.version })}
            onChanged={() => client.invalidateQueries({ queryKey: bankKey })}
          />
        ),
      },
      {
        key: 'action',
        title: resourceTexts.action,
        align: 'right',
        actions: true,
        render: (row) => (
          <RowActions
            name={nameOf(row)}
            edit={editPath(row)}
            onDelete={() => onDelete([row])}
            disabled={stale}
          />
        ),
      },
    ],
    [columns, nameOf, editPath, update, client, first, stale, onDelete],
  )
}

interface RowState<Row> {
  /** The number of rows on previous pages. */
  first: number
  /** The rows are outdated. */
  stale: boolean
  onDelete: (rows: Row[]) => void
}

interface StatusRow {
  _id: string
  status: boolean
  version: number
}

interface BankListProps<Row, Key extends QueryKey> extends ColumnProps<Row> {
  /** "Questions" */
  label: string
  query: (ask: ListQuery) => UseQueryOptions<PageOf<Row>, Error, PageOf<Row>, Key>
  /** The filters that the server supports. */
  filters?: AnyFilter[]
  deleteOne: (id: string) => Promise<unknown>
  /** The message after they were deleted. */
  deleted: string
  /** A change to all rows that match, on all pages. */
  changeAll?: (all: AllRows) => ReactNode
  /** Further actions on the selected rows; the `left` ones, which did not change, stay selected. */
  bulk?: (rows: Row[], onDone: (left: Row[]) => void) => ReactNode
}

/** The same objects on every render. */
interface ColumnProps<Row> {
  /** The columns between the number and the status. */
  columns: Column<Row>[]
  nameOf: (row: Row) => string
  editPath: (row: Row) => string
  /** Changes the status of a row. */
  update: (id: string, changes: { status: boolean; version: number }) => Promise<unknown>
}

interface PageOf<Row> {
  data: Row[]
  total: number
  /** The number of rows on previous pages. */
  first: number
}

/** A change to all questions, or all theory questions, that a list finds. */
export function ChangeAllItems({ subjectId, yearId, ...rest }: ChangeAllItemsProps) {
  const client = useQueryClient()
  const [section, setSection] = useState<string | null>(null)
  const actions: ChangeOfAll<Body>[] = [
    { name: 'activate', label: bulkTexts.activate, body: { status: true } },
    { name: 'retire', label: bulkTexts.retire, body: { status: false } },
    { name: 'check', label: reviewTexts.check, body: { review: 'checked' } },
    {
      name: 'move',
      label: bulkTexts.move,
      body: section === null ? null : { sectionId: section },
      more: (isMissing) => (
        <SectionSelect
          label={bulkTexts.moveTo}
          subjectId={subjectId}
          yearId={yearId}
          value={section}
          onChange={setSection}
          error={isMissing && bulkTexts.chooseSection}
        />
      ),
    },
    {
      name: 'delete',
      label: bulkTexts.delete,
      body: { delete: true },
      said: {
        hint: bulkTexts.deleteHint,
        now: bulkTexts.deleteNow,
        done: bulkTexts.deletedAll,
        refused: bulkTexts.keptOfAll,
      },
    },
  ]
  return (
    <ChangeAll
      {...rest}
      actions={actions}
      onDone={() => {
        rest.onDone()
        void client.invalidateQueries({ queryKey: bankKey })
      }}
    />
  )
}

interface ChangeAllItemsProps {
  subjectId: string
  yearId: string
  total: number
  isNarrowed: boolean
  disabled: boolean
  run: (body: Body, expected: number) => Promise<{ changed: number; refused: number }>
  onDone: () => void
}

/** The link to the export of a year. */
export const ExportButton = ({ subjectId, yearId, kind = 'questions' }: ExportButtonProps) => (
  <LinkButton
    to={`${adminPaths.bankExport(subjectId, yearId)}${kind === 'theories' ? '?kind=theories' : ''}`}
    icon={FileDown}
  >
    {bankListTexts.exportYear}
  </LinkButton>
)

interface ExportButtonProps {
  subjectId: string
  yearId: string
  kind?: BankKind
}

/** Whether somebody has checked a question since its content changed, who and when. */
export function ReviewBadge({ of }: { of: Reviewed }) {
  const { review, checkedBy, checkedAt } = of
  const checked = review === 'checked'
  return (
    <StateBadge
      icon={checked ? BadgeCheck : PencilLine}
      tone={checked ? 'brand' : 'neutral'}
      title={
        checked && checkedAt
          ? reviewTexts.checkedBy(checkedBy ?? reviewTexts.operator, formatDateTime(checkedAt))
          : undefined
      }
    >
      {checked ? reviewTexts.checked : reviewTexts.draft}
    </StateBadge>
  )
}

type Reviewed = Pick<AdminQuestion, 'review' | 'checkedBy' | 'checkedAt'>
