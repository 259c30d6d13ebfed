// Guards a form with unsaved changes: asks before it is left, and keeps it open when the
// session ends.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isHeld, useSession } from '@/stores/session'
import { type EndedWords, SessionEnded } from './SessionEnded'

/** What is asked and said, to be shown by the page, and the way past it. */
export function useLeaveGuard(dirty: boolean, words: LeaveWords): LeaveGuard {
  const open = useRef(false)
  const held = useSession(isHeld)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !open.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!open.current) event.preventDefault()
    }
    const { setUnsaved } = useSession.getState()
    setUnsaved(true)
    window.addEventListener('beforeunload', ask)
    return () => {
      setUnsaved(false)
      window.removeEventListener('beforeunload', ask)
    }
  }, [dirty])
  const stay = () => blocker.reset?.()
  return {
    letGo: () => {
      open.current = true
    },
    dialog: (
      <>
        {held && <SessionEnded words={words} />}
        <Modal
          opened={blocker.state === 'blocked'}
          onClose={stay}
          title={<Text fw={650}>{words.title}</Text>}
          centered
          withCloseButton={false}
        >
          <Stack>
            <Text>{words.text}</Text>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={() => blocker.proceed?.()}>
                {words.go}
              </Button>
              <Button data-autofocus onClick={stay}>
                {words.stay}
              </Button>
            </Group>
          </Stack>
        </Modal>
      </>
    ),
  }
}

interface LeaveGuard {
  /** Lets the page be left: what was typed is saved, or not wanted. */
  letGo: () => void
  dialog: ReactNode
}

interface LeaveWords extends EndedWords {
  title: string
  text: string
  stay: string
  go: string
}
