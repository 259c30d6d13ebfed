// Somebody else changed the record meanwhile (ruling 33): who and when, what they made of it,
// and the choice between theirs and one's own.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '@/api/errors'
import { formatDateTime } from '@/i18n/format'
import { notify } from '@/ui/notify'
import type { Row } from './defineResource'
import { Said } from './fields/Said'
import { useFormContext } from './formContext'
import { messages } from './messages'
import styles from './resource.module.css'
import { changedNames, type Fields, type Values, valuesOf } from './values'

const words = messages.conflict

export function Conflict(props: ConflictProps) {
  const { fields, read, failure, onKeepMine, onTakeTheirs } = props
  const [theirs, setTheirs] = useState<Row | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  // It is what the form waits for now.
  useEffect(() => notice.current?.focus(), [])

  const look = async () => {
    try {
      setTheirs(await read())
    } catch (thrown) {
      notify.error(toApiError(thrown).errMessage)
    }
  }
  const { version } = failure.body
  const newest = theirs?.version ?? (typeof version === 'number' ? version : undefined)
  return (
    <Alert ref={notice} tabIndex={-1} color="sun" title={words.title} role="alert" mt="lg">
      <Text fz="sm">
        {saidBy(failure.body)} {words.nothingLost}
      </Text>
      {theirs && <Differences fields={fields} theirs={valuesOf(fields, theirs)} />}
      <Group gap="xs" mt="sm">
        {theirs ? (
          <Button size="xs" variant="default" onClick={() => onTakeTheirs(theirs)}>
            {words.takeTheirs}
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={look}>
            {words.seeTheirs}
          </Button>
        )}
        <Button size="xs" onClick={() => onKeepMine(newest)}>
          {words.keepMine}
        </Button>
      </Group>
      <Text fz="xs" mt="xs">
        {words.keepMineHint}
      </Text>
    </Alert>
  )
}

/** The fields that say different things. */
function Differences({ fields, theirs }: { fields: Fields; theirs: Values }) {
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
        </tr>
      </thead>
      <tbody>
        {names.flatMap((name) => {
          const field = fields[name]
          return field
            ? [
                <tr key={name}>
                  <th scope="row">{field.label}</th>
                  <td>
                    <Said field={field} value={theirs[name]} />
                  </td>
                  <td>
                    <Said field={field} value={form.values[name]} />
                  </td>
                </tr>,
              ]
            : []
        })}
      </tbody>
    </table>
  )
}

function saidBy({ changedBy, changedAt }: Record<string, unknown>): string {
  return typeof changedBy === 'string' && typeof changedAt === 'string'
    ? words.by(changedBy, formatDateTime(changedAt))
    : words.bySomebody
}

interface ConflictProps {
  fields: Fields
  /** Reads the record as it is stored now. */
  read: () => Promise<Row>
  failure: ApiError
  /** Saves over the newest version. */
  onKeepMine: (newest: number | undefined) => void
  onTakeTheirs: (theirs: Row) => void
}
