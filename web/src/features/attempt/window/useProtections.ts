// The protections of a test (spec 2 §4.8). They stop a hand that slips or copies; they
// never touch answer boxes, the keyboard's own menu, or what a screen reader does.
import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { tryStorage } from '@/shared/device/tryStorage'
import { isLoadedAnew } from '@/shared/ui/loadPageAnew'
import { notify } from '@/shared/ui/notify'
import { type Dialogs, useAttemptParts } from '../attemptContext'
import { testTexts } from '../messages'
import { isTyping } from './useKeyboard'

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

const LEFT = 'sabi.fullScreenLeft'

export interface FullScreen {
  possible: boolean
  on: boolean
  toggle: () => void
}

/**
 * The test takes the whole screen at the first click, where the browser lets it; once left,
 * it is not taken again by itself.
 */
export function useFullScreen(dialogs: Dialogs): FullScreen {
  const [on, setOn] = useState(() => document.fullscreenElement !== null)
  const possible = document.fullscreenEnabled === true

  useEffect(() => {
    const changed = () => {
      const now = document.fullscreenElement !== null
      setOn(now)
      if (now) return
      remember()
      // The browser keeps the Escape that leaves full screen for itself; it was also meant
      // for the calculator.
      if (dialogs.open === 'calculator') dialogs.close()
    }
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [dialogs])

  useWindowEvent('click', () => {
    if (possible && document.fullscreenElement === null && !wasLeft()) void enter()
  })

  const toggle = useCallback(() => {
    if (document.fullscreenElement === null) void enter()
    else void document.exitFullscreen().catch(() => undefined)
  }, [])

  return { possible, on, toggle }
}

async function enter(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen({ navigationUI: 'hide' })
  } catch {
    // Refused: the window works the same as it is.
    remember()
  }
}

/** For this tab, as long as it is open. */
const remember = () => void tryStorage(() => sessionStorage.setItem(LEFT, '1'))

/** True also where storage is refused: no click asks by itself then. */
const wasLeft = () => tryStorage(() => sessionStorage.getItem(LEFT) !== null) ?? true
