// Passes a test that was just started to its window. The window loads its page while the start
// request runs, which saves about a second on a slow connection, and asks the page that opened it
// which test it is. An offline test opens in the same tab and is handed over as an object.
import type { OpenedTest } from '@/shared/offline/attempt'

const QUESTION = 'sabi: which test?'
const STARTING = '?starting'

/** The address of a test window that does not know its test yet. */
export const startingPath = (path: string) => path + STARTING

/** Whether an address is one of those. */
export const isStarting = (address: string) => address.endsWith(STARTING)

/** The last test window that was opened and waits for its test. */
let waiting: Window | null = null

/** Whether a test window waits for an answer of this page, which must not be reloaded meanwhile. */
export const isHandingOver = () => waiting !== null && !waiting.closed

/**
 * In the page that starts the test: answers the test window, whichever of the two is ready first.
 * Returns `tell`, to say where the test is, and a function to give up.
 */
export function handOver(to: Window): { tell: (path: string) => void; stop: () => void } {
  waiting = to
  let asked = false
  let answer: string | null = null
  const listen = ({ source, origin, data }: MessageEvent) => {
    if (to.closed) return stop()
    if (source !== to || origin !== window.location.origin || data !== QUESTION) return
    asked = true
    answerIt()
  }
  const waitsNoMore = () => {
    if (waiting === to) waiting = null
  }
  const stop = () => {
    waitsNoMore()
    window.removeEventListener('message', listen)
  }
  const answerIt = () => {
    if (!asked || answer === null) return
    to.postMessage(answer, window.location.origin)
    waitsNoMore()
  }
  window.addEventListener('message', listen)
  return {
    tell: (path) => {
      answer = path
      answerIt()
    },
    stop,
  }
}

/** In the test window: asks which test it is. Returns a function that stops listening. */
export function askWhichTest(opener: Window, heard: (path: string) => void): () => void {
  const listen = ({ source, origin, data }: MessageEvent) => {
    if (source === opener && origin === window.location.origin && typeof data === 'string') {
      heard(data)
    }
  }
  window.addEventListener('message', listen)
  opener.postMessage(QUESTION, window.location.origin)
  return () => window.removeEventListener('message', listen)
}

/** The offline test just started in this tab; null once its window has taken it. */
export const startedHere: { test: OpenedTest | null } = { test: null }
