// One change: who, when, which record, and each field before and after.
import { Anchor, Drawer, Stack, Text, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import type { AuditEntry } from '@/shared/api/types'
import { formatDateTime, plural } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { adminPaths } from '../paths'
import styles from './audit.module.css'
import { actionOf, auditTexts, entityOf } from './messages'
import {
  apart,
  auditAbout,
  auditOfPerson,
  type Difference,
  differencesOf,
  labelsOf,
  type Parts,
  pathOf,
  useRecordPath,
} from './records'

/** A change field by field, before and after. */
function Differences({ entry }: { entry: AuditEntry }) {
  const differences = differencesOf(entry, labelsOf(entry.entity))
  if (differences.length === 0) return <Text c="dimmed">{auditTexts.nothing}</Text>
  return (
    <div className={styles.scroll}>
      <table className={styles.differences}>
        <thead>
          <tr>
            <th scope="col">{auditTexts.field}</th>
            <th scope="col">{auditTexts.before}</th>
            <th scope="col">{auditTexts.after}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((one) => (
            <Line key={one.name} difference={one} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ difference: { label, before, after } }: { difference: Difference }) {
  const [old, now] = apart(before ?? '', after ?? '')
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{before === null ? auditTexts.none : <Marked parts={old} as="del" />}</td>
      <td>{after === null ? auditTexts.none : <Marked parts={now} as="ins" />}</td>
    </tr>
  )
}

const Marked = ({ parts: [start, other, end], as: Mark }: { parts: Parts; as: 'del' | 'ins' }) => (
  <>
    {start}
    {other && <Mark>{other}</Mark>}
    {end}
  </>
)

export function EntryDrawer({ entry, onClose }: { entry: AuditEntry | null; onClose: () => void }) {
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      position="right"
      size="xl"
      title={
        <Text fw={650}>
          {entry && auditTexts.did(actionOf(entry.action), entityOf(entry.entity))}
        </Text>
      }
      closeButtonProps={{ 'aria-label': auditTexts.close }}
    >
      {entry && <Body entry={entry} onClose={onClose} />}
    </Drawer>
  )
}

function Body({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { who, at, entity, record, request, userId, userName, name } = entry
  const path = useRecordPath(entry)
  return (
    <Stack>
      <DescriptionList
        items={[
          [auditTexts.who, userName ? auditTexts.person(userName, who) : whoOf(who)],
          [auditTexts.when, formatDateTime(at)],
          ...(record ? [[auditTexts.record, name ?? record] as [string, string]] : []),
          ...(request ? [[auditTexts.request, request] as [string, string]] : []),
        ]}
      />
      {(record || userId) && (
        <div className={styles.ways}>
          {path && (
            <Anchor component={Link} to={path} fz="sm">
              {auditTexts.openRecord}
            </Anchor>
          )}
          {record && (
            <Anchor
              component={Link}
              to={
                entity === 'user'
                  ? auditAbout(record)
                  : `${adminPaths.audit}?entity=${entity}&record=${encodeURIComponent(record)}`
              }
              fz="sm"
              onClick={onClose}
            >
              {auditTexts.ofRecord}
            </Anchor>
          )}
          {userId && (
            <Anchor component={Link} to={auditOfPerson(userId)} fz="sm" onClick={onClose}>
              {auditTexts.byPerson}
            </Anchor>
          )}
        </div>
      )}
      <Differences entry={entry} />
    </Stack>
  )
}

// The columns of audit entries.

/** The number of fields shown in the list; the others are counted. */
const TOLD = 2

export const auditColumns = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    key: 'what',
    title: auditTexts.what,
    main: true,
    sort: 'action',
    render: (entry) => (
      <>
        <UnstyledButton className={styles.open} onClick={() => onOpen(entry)}>
          {auditTexts.did(actionOf(entry.action), entityOf(entry.entity))}
        </UnstyledButton>
        <RecordName of={entry} />
      </>
    ),
  },
  { key: 'changes', title: auditTexts.changes, render: (entry) => <Changes entry={entry} /> },
  {
    key: 'who',
    title: auditTexts.who,
    sort: 'who',
    render: ({ who, userId, userName }) => (
      <span className={styles.who}>
        {userId ? (
          <Anchor component={Link} to={auditOfPerson(userId)} title={auditTexts.byPerson} inherit>
            {userName ?? who}
          </Anchor>
        ) : (
          whoOf(who)
        )}
      </span>
    ),
  },
  {
    key: 'when',
    title: auditTexts.when,
    sort: 'at',
    render: ({ at }) => (
      <time dateTime={at} className={styles.when}>
        {formatDateTime(at)}
      </time>
    ),
  },
]

const whoOf = (who: string) => (who === 'operator' ? auditTexts.operator : who)

/** The name of the record, with a link to it. */
function RecordName({ of: entry }: { of: AuditEntry }) {
  if (!entry.name) return null
  const path = pathOf(entry)
  return (
    <div className={styles.name} dir="auto">
      {path ? (
        <Anchor component={Link} to={path} inherit>
          {entry.name}
        </Anchor>
      ) : (
        entry.name
      )}
    </div>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const all = differencesOf(entry, labelsOf(entry.entity))
  if (all.length === 0) return <span className={styles.more}>{auditTexts.none}</span>
  return (
    <ul className={styles.changes}>
      {all.slice(0, TOLD).map(({ name, label, before, after }) => (
        <li key={name}>
          {before === null || after === null
            ? auditTexts.set(label, before ?? after ?? '')
            : auditTexts.changed(label, before, after)}
        </li>
      ))}
      {all.length > TOLD && (
        <li className={styles.more}>{plural(auditTexts.more, all.length - TOLD)}</li>
      )}
    </ul>
  )
}
