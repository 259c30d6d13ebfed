// What a form with unsaved changes shows: the warning before it is left, and that the session ended.
import '@/shared/ui/modalStyles'
import { Button, Group, Modal, Portal, Stack, Text } from '@mantine/core'
import { useLocation } from 'react-router'
import { common } from '@/shared/i18n/common'
import { isAdminPath, paths } from '@/shared/paths'
import { focusNow } from '@/shared/ui/focus'
import styles from './LeaveDialogs.module.css'

export function LeaveDialog({ words, onGo, onStay }: LeaveDialogProps) {
  return (
    <Modal
      opened
      onClose={onStay}
      title={<Text fw={650}>{words.title}</Text>}
      centered
      withCloseButton={false}
    >
      <Stack>
        <Text>{words.text}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onGo}>
            {words.go}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {words.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export interface AskedWords {
  title: string
  text: string
  stay: string
  go: string
}

export interface LeaveDialogProps {
  words: AskedWords
  onGo: () => void
  onStay: () => void
}

/**
 * Shown over a form whose session has ended: the form can be saved after signing in again in
 * another tab.
 */
export function SessionEnded({ words }: EndedProps) {
  const door = isAdminPath(useLocation().pathname) ? paths.adminLogin : paths.login
  return (
    // Outside of the page, which cannot be used now.
    <Portal>
      <div className={styles.ended} role="alert">
        {common.expired} {words.ended}
        <Button component="a" href={door} target="_blank" ref={focusNow}>
          {words.logInAgain}
        </Button>
      </div>
    </Portal>
  )
}

export interface EndedWords {
  /** Message that says where the typed text is kept. */
  ended: string
  logInAgain: string
}

export interface EndedProps {
  words: EndedWords
}
