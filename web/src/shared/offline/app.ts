// The app itself on this device: the service worker (public/sw.js) stores all files of a version, so
// that every screen opens without a network.
import { delay, WORKER_REPLY, WORKER_STORING } from '@/shared/timeouts'

/** What the worker says of the stored app. */
export interface AppState {
  /** The version of the worker: the name of the app's first script. */
  version: string
  /** Of a download, compressed. */
  bytes: number
  /** Whether this version is stored whole. */
  whole: boolean
  /** Whether this or an earlier version is. */
  any: boolean
}

/** Files that are there, of all. */
export interface AppProgress {
  there: number
  of: number
}

/** Whether this browser can store the app: it needs https, service workers and caches. */
export const canStoreApp = () => 'serviceWorker' in navigator && 'caches' in window

/** Null where the browser stores none, or the worker does not answer. */
export const appState = (): Promise<AppState | null> =>
  // A worker that is just being replaced by its successor may not answer.
  askState()
    .catch(askState)
    .catch(() => null)

const askState = () => talk<AppState>('state', { silence: WORKER_REPLY })

/** Stores all files of this version. An attempt that breaks off goes on where it stopped. */
export const storeApp = (onProgress: (progress: AppProgress) => void = () => undefined) =>
  talk<null>('store', { onProgress })

/** Deletes the stored app. */
export const dropApp = () => talk<null>('drop')

/** Deletes versions that no tab uses any more. */
export const tidyApp = () => talk<null>('tidy')

interface TalkOptions {
  onProgress?: (progress: AppProgress) => void
  /** Milliseconds without a word after which the worker counts as silent. */
  silence?: number
}

type Said<T> = { done: T } | { failed: string } | AppProgress

async function talk<T>(
  what: 'state' | 'store' | 'drop' | 'tidy',
  { onProgress, silence = WORKER_STORING }: TalkOptions = {},
): Promise<T> {
  if (!canStoreApp() || !import.meta.env.PROD) throw new AppNotStored('unsupported')
  await navigator.serviceWorker.register('/sw.js')
  const ready = navigator.serviceWorker.ready.then(({ active }) => active)
  const worker = await Promise.race([ready, delay(silence)])
  if (!worker) throw new AppNotStored('silent')
  const { port1, port2 } = new MessageChannel()
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => settle(() => reject(new AppNotStored('silent')))
    let timer = setTimeout(giveUp, silence)
    const settle = (end: () => void) => {
      clearTimeout(timer)
      port1.close()
      end()
    }
    port1.onmessage = ({ data }: MessageEvent<Said<T>>) => {
      if ('done' in data) return settle(() => resolve(data.done))
      if ('failed' in data) return settle(() => reject(new AppNotStored(data.failed)))
      clearTimeout(timer)
      timer = setTimeout(giveUp, silence)
      onProgress?.(data)
    }
    worker.postMessage(what, [port2])
  })
}

/** `reason` is `unsupported`, `silent`, or the name of the worker's error. */
export class AppNotStored extends Error {
  override name = 'AppNotStored'
  constructor(readonly reason: string) {
    super(reason)
  }
  get isFull() {
    return this.reason === 'QuotaExceededError'
  }
}
