// Shown if somebody else has changed the record (ruling 33): who did, what is stored now, and the
// merged record for the form. Nothing is sent from here.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { formatDateTime } from '@/shared/i18n/format'
import { Loader } from '@/shared/ui/Loader'
import type { Row } from './defineResource'
import { FieldValue } from './fields/FieldValue'
import { useFormContext } from './formContext'
import type { Version } from './merge'
import { messages } from './messages'
import styles from './resource.module.css'
import { changedNames, type Fields, type Values, valuesOf } from './values'

// Shown if the record was deleted while it was edited: return to the list, or add a new record with
// the input.

const gone = messages.gone

export function Gone({ list, onAddAsNew }: GoneProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Alert ref={notice} tabIndex={-1} color="sun" title={gone.title} role="alert" mt="lg">
      <Text fz="sm">{gone.text}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" component={Link} to={list}>
          {messages.back}
        </Button>
        {onAddAsNew && (
          <Button size="xs" onClick={onAddAsNew}>
            {gone.addAsNew}
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

const words = messages.conflict

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
    <Alert ref={notice} tabIndex={-1} color="sun" title={words.title} role="alert" mt="lg">
      <Text fz="sm">
        {changedBy(failure.body)} {words.nothingLost}
      </Text>
      {stored.isPending && <Loader />}
      {stored.isError && (
        <Group gap="xs" mt="sm">
          <Text fz="sm">{toApiError(stored.error).errMessage}</Text>
          <Button size="xs" loading={stored.isFetching} onClick={() => void stored.refetch()}>
            {words.retry}
          </Button>
        </Group>
      )}
      {theirs && merged && (
        <>
          <Differences fields={fields} theirs={theirs.values} merged={merged} />
          <Group gap="xs" mt="sm">
            <Button size="xs" variant="default" onClick={() => onTakeTheirs(theirs)}>
              {words.takeTheirs}
            </Button>
            <Button size="xs" onClick={() => onMerge(theirs, merged)}>
              {words.merge}
            </Button>
          </Group>
          <Text fz="xs" mt="xs">
            {words.mergeHint}
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
  if (names.length === 0) return <Text mt="sm">{words.same}</Text>
  return (
    <table className={styles.compare}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.theirs}</th>
          <th scope="col">{words.yours}</th>
          <th scope="col">{words.merged}</th>
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
    <Alert ref={notice} tabIndex={-1} color="sun" title={words.mergedTitle} role="status" mb="lg">
      {labels.length > 0 ? words.mergedFields(labels.join(', ')) : words.mergedNothing}{' '}
      {words.mergedNext}
    </Alert>
  )
}

function changedBy({ changedBy: who, changedAt }: Record<string, unknown>): string {
  return typeof who === 'string' && typeof changedAt === 'string'
    ? words.by(who, formatDateTime(changedAt))
    : words.bySomebody
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
