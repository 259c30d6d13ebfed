// The test takes the whole screen at the first click, where the browser lets it; once left,
// it is not taken again by itself.
import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { tryStorage } from '@/shared/device/tryStorage'
import type { Dialogs } from './dialogs'

const LEFT = 'sabi.fullScreenLeft'

export interface FullScreen {
  possible: boolean
  on: boolean
  toggle: () => void
}

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
