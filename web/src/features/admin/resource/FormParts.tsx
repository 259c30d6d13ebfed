// The parts of a record's form: its fields, their read-only version, its errors, and what is shown if
// somebody else has changed or deleted the record.
import { Alert, Button, Group, List, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { formatDateTime } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Loader } from '@/shared/ui/states'
import styles from '../admin.module.css'
import { conflictTexts, goneTexts, resourceTexts } from '../messages'
import type { Row } from './defineResource'
import { Field, FieldValue } from './Field'
import { useFormContext } from './formContext'
import { changedNames, type Fields, type Values, type Version, valuesOf } from './values'

/** All fields in order, under their headings; short ones share a line. */
export function AllFields({ fields }: { fields: Fields }) {
  const groups = groupsOf(fields)
  if (groups.length === 1) return <FieldGrid fields={fields} />
  return (
    <div className={styles.groups}>
      {groups.map(({ name, fields }) => (
        <fieldset key={name} className={styles.group}>
          {name && <legend>{name}</legend>}
          <FieldGrid fields={fields} />
        </fieldset>
      ))}
    </div>
  )
}

/** The fields by heading: each belongs to the last one. */
function groupsOf(fields: Fields): { name: string; fields: Fields }[] {
  const groups: { name: string; fields: Fields }[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (field.group !== undefined || groups.length === 0) {
      groups.push({ name: field.group ?? '', fields: {} })
    }
    const last = groups.at(-1)
    if (last) last.fields[name] = field
  }
  return groups
}

function FieldGrid({ fields }: { fields: Fields }) {
  return (
    <div className={styles.fields}>
      {Object.entries(fields).map(([name, field]) => (
        <div key={name} data-wide={(isWide(field.kind) && !field.half) || undefined}>
          <Field name={name} field={field} />
        </div>
      ))}
    </div>
  )
}

const narrow = new Set(['number', 'select', 'date', 'switch', 'status', 'slot'])
const isWide = (kind: string) => !narrow.has(kind)

/** The values as text, for users who may not change them. */
export function ReadOnlyFields({ fields }: { fields: Fields }) {
  const { form } = useFormContext()
  return (
    <dl className={styles.read}>
      {Object.entries(fields).map(([name, field]) => (
        <div key={name}>
          <dt>{field.label}</dt>
          <dd>
            <FieldValue field={field} value={form.values[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An error without a field. It stays after its toast has disappeared. */
export function FormFailure({ failure, unplaced }: FormFailureProps) {
  const lines = linesOf(failure, unplaced)
  if (lines.length === 0) return null
  return (
    <Alert color="red" mt="lg">
      {lines.length === 1 ? (
        lines[0]
      ) : (
        <List>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function linesOf(failure: ApiError | null, unplaced: string[]) {
  if (!failure || Object.keys(failure.fields).length > unplaced.length) return unplaced
  return unplaced.length > 0 ? unplaced : [failure.errMessage]
}

interface FormFailureProps {
  failure: ApiError | null
  /** Messages about fields that the form does not have. */
  unplaced: string[]
}

/**
 * Shown if the record was deleted while it was edited: return to the list, or add a new record with
 * the input.
 */
export function Gone({ list, onAddAsNew }: GoneProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Alert ref={notice} tabIndex={-1} color="sun" title={goneTexts.title} role="alert" mt="lg">
      <Text fz="sm">{goneTexts.text}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" component={Link} to={list}>
          {resourceTexts.back}
        </Button>
        {onAddAsNew && (
          <Button size="xs" onClick={onAddAsNew}>
            {goneTexts.addAsNew}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

interface GoneProps {
  list: string
  /** Undefined if records cannot be added. */
  onAddAsNew?: (() => void) | undefined
}

/**
 * Shown if somebody else has changed the record (ruling 33): who did, what is stored now, and the
 * merged record for the form. Nothing is sent from here.
 */
export function Conflict({ fields, read, failure, merge, onMerge, onTakeTheirs }: ConflictProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const { form } = useFormContext()
  const stored = useQuery({
    queryKey: ['conflict', failure.body.version],
    queryFn: read,
    staleTime: 0,
    gcTime: 0,
  })
  const theirs = stored.data && { record: stored.data, values: valuesOf(fields, stored.data) }
  const merged = theirs && merge(form.values, theirs)
  return (
    <Alert ref={notice} tabIndex={-1} color="sun" title={conflictTexts.title} role="alert" mt="lg">
      <Text fz="sm">
        {changedBy(failure.body)} {conflictTexts.nothingLost}
      </Text>
      {stored.isPending && <Loader />}
      {stored.isError && (
        <Group gap="xs" mt="sm">
          <Text fz="sm">{toApiError(stored.error).errMessage}</Text>
          <Button size="xs" loading={stored.isFetching} onClick={() => void stored.refetch()}>
            {conflictTexts.retry}
          </Button>
        </Group>
      )}
      {theirs && merged && (
        <>
          <Differences fields={fields} theirs={theirs.values} merged={merged} />
          <Group gap="xs" mt="sm">
            <Button size="xs" variant="default" onClick={() => onTakeTheirs(theirs)}>
              {conflictTexts.takeTheirs}
            </Button>
            <Button size="xs" onClick={() => onMerge(theirs, merged)}>
              {conflictTexts.merge}
            </Button>
          </Group>
          <Text fz="xs" mt="xs">
            {conflictTexts.mergeHint}
          </Text>
        </>
      )}
    </Alert>
  )
}

/** The fields in which the stored record and the form differ. */
function Differences({ fields, theirs, merged }: DifferencesProps) {
  const { form } = useFormContext()
  const names = changedNames(form.values, theirs)
  if (names.length === 0) return <Text mt="sm">{conflictTexts.same}</Text>
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th scope="col">{conflictTexts.field}</th>
          <th scope="col">{conflictTexts.theirs}</th>
          <th scope="col">{conflictTexts.yours}</th>
          <th scope="col">{conflictTexts.merged}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const field = fields[name]
          return (
            field && (
              <tr key={name}>
                <th scope="row">{field.label}</th>
                {[theirs, form.values, merged].map((values, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: always the same three columns
                  <td key={i}>
                    <FieldValue field={field} value={values[name]} />
                  </td>
                ))}
              </tr>
            )
          )
        })}
      </tbody>
    </table>
  )
}

interface DifferencesProps {
  fields: Fields
  theirs: Values
  merged: Values
}

/** What the form contains after a merge, and what to do next: it is not saved yet. */
export function MergedNotice({ labels }: { labels: string[] }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Alert
      ref={notice}
      tabIndex={-1}
      color="sun"
      title={conflictTexts.mergedTitle}
      role="status"
      mb="lg"
    >
      {labels.length > 0
        ? conflictTexts.mergedFields(labels.join(', '))
        : conflictTexts.mergedNothing}{' '}
      {conflictTexts.mergedNext}
    </Alert>
  )
}

function changedBy({ changedBy: who, changedAt }: Record<string, unknown>): string {
  return typeof who === 'string' && typeof changedAt === 'string'
    ? conflictTexts.by(who, formatDateTime(changedAt))
    : conflictTexts.bySomebody
}

interface ConflictProps {
  fields: Fields
  /** Reads the current record. */
  read: () => Promise<Row>
  failure: ApiError
  /** Applies the form's changes to the stored record. */
  merge: (mine: Values, theirs: Version) => Values
  /** Puts the merged record into the form. */
  onMerge: (theirs: Version, merged: Values) => void
  onTakeTheirs: (theirs: Version) => void
}

/** Shows a record for editing, always freshly read because the cache may be outdated. */
export function FreshView<Data>({ query, children }: FreshViewProps<Data>) {
  return (
    <QueryView query={query}>
      {(data) => (query.isFetchedAfterMount ? children(data) : <Loader />)}
    </QueryView>
  )
}

interface FreshViewProps<Data> {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}
