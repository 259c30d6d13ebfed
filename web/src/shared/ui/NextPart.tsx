// The part of a page that a choice opens. On a touch screen it often begins below the screen.
import { Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

export function NextPart({ isOpened, children }: NextPartProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isTouch = window.matchMedia?.('(pointer: coarse)').matches
    if (isOpened && isTouch) part.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpened])
  return (
    <Stack gap="lg" ref={part}>
      {children}
    </Stack>
  )
}

interface NextPartProps {
  /** Whether the user's choice has opened it; otherwise it came with the page. */
  isOpened: boolean
  children: ReactNode
}
