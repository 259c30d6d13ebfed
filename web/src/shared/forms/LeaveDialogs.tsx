// What a form with unsaved changes shows: the warning before it is left, and that the session ended.
import { Button, Group, Portal, Text } from '@mantine/core'
import { useLocation } from 'react-router'
import { common } from '@/shared/i18n/common'
import { isAdminPath, paths } from '@/shared/paths'
import { ConfirmModal } from '@/shared/ui/ConfirmModal'
import { focusNow } from '@/shared/ui/focus'

export function LeaveDialog({ words, onGo, onStay }: LeaveDialogProps) {
  return (
    <ConfirmModal
      title={words.title}
      onClose={onStay}
      buttons={
        <>
          <Button variant="default" onClick={onGo}>
            {words.go}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {words.stay}
          </Button>
        </>
      }
    >
      <Text>{words.text}</Text>
    </ConfirmModal>
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
 * Shown over a form whose session has ended: the form can be saved after logging in again in
 * another tab.
 */
export function SessionEnded({ words }: EndedProps) {
  const login = isAdminPath(useLocation().pathname) ? paths.adminLogin : paths.login
  return (
    // Outside of the page, which cannot be used now: over its top, above its bar.
    <Portal>
      <Group
        role="alert"
        justify="center"
        gap="var(--space-8) var(--space-16)"
        px="var(--space-24)"
        py="var(--space-12)"
        pos="fixed"
        top={0}
        left={0}
        right={0}
        bg="var(--sabi-surface)"
        style={{ borderBottom: '1px solid var(--sabi-line)', zIndex: 110 }}
      >
        {common.expired} {words.ended}
        <Button component="a" href={login} target="_blank" ref={focusNow}>
          {words.logInAgain}
        </Button>
      </Group>
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
