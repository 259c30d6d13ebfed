// The list of an entity: search, filters, rows with actions, add button.
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { common } from '@/shared/i18n/common'
import { useUser } from '@/shared/session/useSession'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState } from '@/shared/ui/states'
import { useMay } from '../access'
import styles from '../admin.module.css'
import { resourceTexts } from '../messages'
import { resources } from '../resources'
import { AppLink, LinkButton } from '../ui/AppLink'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { deleteRow, updateRow } from './calls'
import { StatusSwitch } from './cells'
import type { AnyColumn, Resource, Row } from './defineResource'
import { ChosenRows, isNarrowed, ListTools, RowActions, useChosen } from './ListParts'
import { below, editPath, pagePath, useTrail } from './placed'
import { useListParams, useRows } from './useRows'

export function ResourceList({ resource }: { resource: Resource }) {
  const { texts, screens } = resource
  const { trail, parent } = useTrail(resource)
  const addable = useAddable(resource)
  const { Tools } = resource.slots
  return (
    <Page
      title={texts.many}
      description={parent ?? texts.about}
      crumbs={<Crumbs trail={trail} here={texts.many} />}
      width={1120}
      actions={
        (addable || Tools) && (
          <>
            {Tools && <Tools />}
            {addable && <AddButton resource={resource} to={screens.add} />}
          </>
        )
      }
    >
      {resource.slots.Above && <resource.slots.Above />}
      <List resource={resource} />
    </Page>
  )
}

/** Whether the list has an add button. */
function useAddable({ calls, access, addButton }: Resource) {
  const allowed = useMay(access.add)
  return allowed && addButton && calls.add !== undefined
}

const AddButton = ({ resource: { texts }, to }: { resource: Resource; to: string }) => (
  <LinkButton to={to} data-do="add" filled icon={texts.add === undefined ? Plus : undefined}>
    {texts.add ?? resourceTexts.add(texts.one)}
  </LinkButton>
)

function List({ resource }: { resource: Resource }) {
  const { texts, calls, screens, columns, filters, limits, title } = resource
  const user = useUser()
  const mayDelete = (row: Row) => resource.mayDelete(row, user)
  const { ask, show, clear } = useListParams({
    sorts: columns.filter(({ sort }) => sort).map(({ name }) => name),
    sort: resource.sort,
    limits,
    filters: filters.map(({ name }) => name),
  })
  const addable = useAddable(resource)
  const list = useRows(resource, ask, (page) => show({ page }, true))
  const client = useQueryClient()
  const chosen = useChosen(ask, list.rows)
  const deletion = useDeletion<Row>({
    deleteOne: (row) => deleteRow(resource, row._id),
    nameOf: title,
    deleted: texts.deleted ?? '',
    Instead: resource.slots.Instead,
    onDeleted: (ids) => {
      chosen.remove(ids)
      // A deleted record may be a choice or a title elsewhere.
      void client.invalidateQueries()
    },
  })
  const cells = useColumns(resource, { stale: list.stale, onDelete: deletion.ask })
  const { All } = resource.slots
  return (
    <Panel>
      <ListTools resource={resource} ask={ask} show={show} onClear={clear} />
      <DataTable
        label={texts.many}
        columns={cells}
        rows={list.rows}
        rowKey={(row) => row._id}
        busy={list.stale}
        error={list.error}
        onRetry={list.retry}
        sort={ask.sort ?? ''}
        onSort={(sort) => show({ sort, page: 1 })}
        {...(calls.delete && {
          selection: {
            chosen: chosen.ids,
            onChange: chosen.choose,
            labelOf: (row: Row) => resourceTexts.selectRow(title(row)),
            mayChoose: mayDelete,
            allLabel: resourceTexts.selectAll,
          },
        })}
        paging={{
          page: ask.page,
          limit: ask.limit,
          total: list.total,
          limits,
          onPage: (page) => show({ page }),
          onLimit: (limit) => show({ limit, page: 1 }),
        }}
        empty={
          isNarrowed(ask) ? (
            <EmptyState title={texts.empty ?? common.noRecords}>
              {resourceTexts.nothingFits}
            </EmptyState>
          ) : (
            <EmptyState
              title={texts.empty ?? common.noRecords}
              action={addable && <AddButton resource={resource} to={screens.add} />}
            />
          )
        }
      />
      {All && (
        <All
          ask={ask}
          total={list.total}
          isNarrowed={isNarrowed(ask)}
          disabled={list.stale || list.rows === undefined}
          onDone={chosen.clear}
        />
      )}
      <ChosenRows
        rows={chosen.rows}
        disabled={list.stale}
        onDelete={deletion.ask}
        onClear={chosen.clear}
      />
      {deletion.dialog}
    </Panel>
  )
}

/** The columns, the same as long as nothing changes in their cells. */
function useColumns(resource: Resource, { stale, onDelete }: RowState): Column<Row>[] {
  const user = useUser()
  const client = useQueryClient()
  return useMemo(() => {
    const { calls, columns, title, mayDelete, mayChange } = resource
    const status = ({ name, title: heading, sort }: AnyColumn): Column<Row> => ({
      key: name,
      title: heading,
      ...(sort && { sort: name }),
      render: (row) => (
        <StatusSwitch
          active={isActive(row)}
          name={title(row)}
          disabled={stale || !mayChange(row, user)}
          change={(active) => updateRow(resource, row._id, statusBody(row, active))}
          onChanged={() => client.invalidateQueries()}
        />
      ),
    })
    return [
      ...columns.map((column, i) =>
        column.name === 'status' && isSwitched(resource)
          ? status(column)
          : columnOf(resource, column, i === 0),
      ),
      ...resources
        .filter(({ parent }) => parent?.of.name === resource.name)
        .map((child) => childColumn(resource, child)),
      {
        key: 'actions',
        title: resourceTexts.action,
        align: 'right',
        actions: true,
        render: (row) => (
          <RowActions
            name={title(row)}
            edit={calls.update && editPath(resource, row._id)}
            onDelete={calls.delete && mayDelete(row, user) ? () => onDelete([row]) : undefined}
            disabled={stale}
          />
        ),
      },
    ]
  }, [resource, user, client, stale, onDelete])
}

interface RowState {
  /** The rows are outdated. */
  stale: boolean
  onDelete: (rows: Row[]) => void
}

/** Whether its status is a switch in its rows: it is one of two, and its form may change it. */
const isSwitched = ({ calls, fields }: Resource) =>
  calls.update !== undefined && fields.status?.kind === 'status'

const isActive = ({ status }: Row) => status === true || status === 'Active'

/** The change of a status, in the form of its row: a boolean or a word. */
const statusBody = ({ status, version }: Row, active: boolean) => ({
  status: typeof status === 'boolean' ? active : active ? 'Active' : 'InActive',
  ...(version !== undefined && { version }),
})

const NothingThere = () => <span className={styles.none}>{resourceTexts.none}</span>

/** The link to the children of each row. */
const childColumn = (resource: Resource, child: Resource): Column<Row> => ({
  key: `below ${child.name}`,
  title: child.texts.many,
  render: (row) => (
    <AppLink
      className={styles.link}
      to={below(child, resource, row).screens.list}
      aria-label={resourceTexts.viewOf(child.texts.many, resource.title(row))}
    >
      {resourceTexts.view}
    </AppLink>
  ),
})

/** The first column links to the record. */
function columnOf(resource: Resource, column: AnyColumn, main: boolean): Column<Row> {
  const { name, title, sort, align, cell } = column
  const shown = (row: Row) =>
    (cell ? cell(row[name], row) : String(row[name] ?? '')) || <NothingThere />
  return {
    key: name,
    title,
    main,
    ...(align && { align }),
    ...(sort && { sort: name }),
    render: (row) =>
      main && resource.calls.update ? (
        <AppLink className={styles.link} to={pagePath(resource, row._id)} fromList>
          {shown(row)}
        </AppLink>
      ) : (
        shown(row)
      ),
  }
}
