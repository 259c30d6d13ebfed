// Asks before what was typed and not saved is left: by a link, by Back, or by closing the tab.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/** The question, to be shown by the page, and the way past it. */
export function useLeaveGuard(dirty: boolean, words: LeaveWords): LeaveGuard {
  const open = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !open.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!open.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  const stay = () => blocker.reset?.()
  return {
    letGo: () => {
      open.current = true
    },
    dialog: (
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
    ),
  }
}

interface LeaveGuard {
  /** Lets the page be left: what was typed is saved, or not wanted. */
  letGo: () => void
  dialog: ReactNode
}

interface LeaveWords {
  title: string
  text: string
  stay: string
  go: string
}
