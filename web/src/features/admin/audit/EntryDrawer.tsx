// One change: who, when, which record, and each field before and after.
import { Anchor, Drawer, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { AuditEntry } from '@/shared/api/types'
import { formatDateTime } from '@/shared/i18n/format'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { adminPaths } from '../paths'
import styles from './audit.module.css'
import { whoOf } from './columns'
import { Differences } from './Differences'
import { actionOf, entityOf, words } from './messages'
import { auditAbout, auditOfPerson, useRecordPath } from './records'

export function EntryDrawer({ entry, onClose }: { entry: AuditEntry | null; onClose: () => void }) {
  return (
    <Drawer
      opened={entry !== null}
      onClose={onClose}
      position="right"
      size="xl"
      title={
        <Text fw={650}>{entry && words.did(actionOf(entry.action), entityOf(entry.entity))}</Text>
      }
      closeButtonProps={{ 'aria-label': words.close }}
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
          [words.who, userName ? words.person(userName, who) : whoOf(who)],
          [words.when, formatDateTime(at)],
          ...(record ? [[words.record, name ?? record] as [string, string]] : []),
          ...(request ? [[words.request, request] as [string, string]] : []),
        ]}
      />
      {(record || userId) && (
        <div className={styles.ways}>
          {path && (
            <Anchor component={Link} to={path} fz="sm">
              {words.openRecord}
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
              {words.ofRecord}
            </Anchor>
          )}
          {userId && (
            <Anchor component={Link} to={auditOfPerson(userId)} fz="sm" onClick={onClose}>
              {words.byPerson}
            </Anchor>
          )}
        </div>
      )}
      <Differences entry={entry} />
    </Stack>
  )
}
