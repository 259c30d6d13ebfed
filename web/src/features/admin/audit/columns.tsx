// The columns of audit entries.
import { Anchor, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import type { AuditEntry } from '@/shared/api/types'
import { formatDateTime, plural } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import styles from './audit.module.css'
import { differencesOf } from './differences'
import { actionOf, auditTexts, entityOf } from './messages'
import { auditOfPerson, labelsOf, pathOf } from './records'

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

export const whoOf = (who: string) => (who === 'operator' ? auditTexts.operator : who)

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
