// The protections of a test (spec 2 §4.8). They stop a hand that slips or copies; they
// never touch answer boxes, the keyboard's own menu, or what a screen reader does.
import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { isLoadedAnew } from '@/shared/ui/loadPageAnew'
import { notify } from '@/shared/ui/notify'
import { useAttemptParts } from '../attemptContext'
import { testTexts } from '../messages'
import { isTyping } from '../model/keys'

const RIGHT_BUTTON = 2

export function useProtections(): void {
  const { test } = useAttemptParts()
  const running = useCallback(() => test.store.getState().ended === null, [test])

  const noCopy = (event: ClipboardEvent) => {
    if (isTyping(event.target)) return
    event.preventDefault()
    refuse('copying')
  }
  useWindowEvent('copy', noCopy)
  useWindowEvent('cut', noCopy)

  useWindowEvent('contextmenu', (event) => {
    // A long touch selects, and the menu key belongs to assistive technology.
    if (event.button !== RIGHT_BUTTON || isTyping(event.target)) return
    event.preventDefault()
    refuse('rightClick')
  })

  useWindowEvent('keydown', (event) => {
    const reload = event.key === 'F5' || (isCommand(event) && event.key.toLowerCase() === 'r')
    if (!reload) return
    event.preventDefault()
    refuse('noReload')
  })

  useWindowEvent('beforeunload', (event) => {
    if (!running() || isLoadedAnew()) return
    event.preventDefault()
    // Browsers show words of their own today; older ones show these.
    event.returnValue = testTexts.leave
  })

  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ historyAction }) => historyAction === 'POP' && running(),
      [running],
    ),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    refuse('noBack')
  }, [blocker])
}

/** Says it once, however often it is tried. */
const refuse = (what: 'copying' | 'rightClick' | 'noReload' | 'noBack') =>
  notify.error(testTexts[what], what)

const isCommand = (event: KeyboardEvent) => event.ctrlKey || event.metaKey
