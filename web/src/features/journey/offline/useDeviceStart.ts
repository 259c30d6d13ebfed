// Starts a test with the questions on this device and shows it in this tab: another window would have to
// load the page first.
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { type DeviceStart, type Known, makeReady, startTest } from '@/shared/offline/start'
import { paths } from '@/shared/paths'
import { fetchTest } from '../ahead'

export function useDeviceStart(account: string, known: Known) {
  const navigate = useNavigate()
  return useMutationOnce({
    mutationFn: (start: DeviceStart) => startTest(account, start, known),
    // What other screens know of the device's tests they read anew when they are opened.
    onSuccess: ({ id }) => navigate(paths.objectiveQuestions(id)),
  })
}

/** Milliseconds without a change of the choices after which their packs are opened. */
const PAUSE = 150

/** Loads the window and opens the packs that such a start would draw from. */
export function useReady(account: string, known: Known, start: DeviceStart | null): void {
  const text = JSON.stringify(start)
  useEffect(() => {
    fetchTest()
    void import('@/shared/offline/attempt').catch(() => undefined)
    const wanted = JSON.parse(text) as DeviceStart | null
    if (wanted === null) return
    const timer = setTimeout(
      () => void makeReady(account, known, wanted).catch(() => undefined),
      PAUSE,
    )
    return () => clearTimeout(timer)
  }, [account, known, text])
}
