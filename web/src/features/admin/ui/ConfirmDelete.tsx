// The confirmation before deleting (spec 3 §2). It also shows the server's refusals.
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber, plural } from '@/shared/i18n/format'
import { adminTexts } from '../messages'
import styles from './ConfirmDelete.module.css'

/** Maximum number of names listed; the others are counted. */
const NAMED = 5

export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { names, running, deleted, refused, onYes, onNo, children } = props
  const more = names.length - NAMED
  const [first] = refused
  return (
    <Modal
      opened
      onClose={onNo}
      title={<Text fw={650}>{adminTexts.confirmTitle}</Text>}
      centered
      withCloseButton={false}
    >
      <Stack>
        <Text>{adminTexts.confirmText}</Text>
        {deleted > 0 && first && <Text fz="sm">{plural(adminTexts.deletedSome, deleted)}</Text>}
        {refused.length > 1 ? null : names.length === 1 ? (
          <Text c="dimmed" fz="sm" lineClamp={3}>
            {names[0]}
          </Text>
        ) : (
          <List c="dimmed" fz="sm">
            {names.slice(0, NAMED).map((name, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
              <List.Item key={i}>{name}</List.Item>
            ))}
            {more > 0 && <List.Item>{adminTexts.more(formatNumber(more))}</List.Item>}
          </List>
        )}
        {first && (
          <Alert color="red" role="alert">
            {refused.length === 1 ? (
              first.why
            ) : (
              <List fz="sm" className={styles.refused ?? ''}>
                {refused.map(({ name, why }, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
                  <List.Item key={i}>{adminTexts.notDeletedFor(name, why)}</List.Item>
                ))}
              </List>
            )}
          </Alert>
        )}
        {children}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onNo} disabled={running}>
            {adminTexts.no}
          </Button>
          <Button color="red.9" loading={running} onClick={onYes}>
            {adminTexts.yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface ConfirmDeleteProps {
  /** The names of the records. */
  names: string[]
  running: boolean
  /** How many of them were deleted. */
  deleted: number
  /** Those that the server did not delete, and why. */
  refused: { name: string; why: string }[]
  onYes: () => void
  onNo: () => void
  /** Alternatives to deleting. */
  children?: ReactNode
}
