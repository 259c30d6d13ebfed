// Shown if the record was deleted while it was edited: return to the list, or add a new record with
// the input.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { messages } from './messages'

const words = messages.gone

export function Gone({ list, onAddAsNew }: GoneProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Alert ref={notice} tabIndex={-1} color="sun" title={words.title} role="alert" mt="lg">
      <Text fz="sm">{words.text}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" component={Link} to={list}>
          {messages.back}
        </Button>
        {onAddAsNew && (
          <Button size="xs" onClick={onAddAsNew}>
            {words.addAsNew}
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
