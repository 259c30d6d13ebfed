// The photographs of running tests on this device, each with its file, until their test is over.
import { withTimeout } from 'es-toolkit'
import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import { whileShown } from '@/shared/device/keptPage'
import { DATABASE_REPLY } from '@/shared/timeouts'

export interface KeptPhotograph {
  /** Chosen here, so that sending it again changes nothing. */
  id: string
  attempt: string
  /** Whose it is; nobody else gets to see it. */
  user: string
  theory: string
  /** A JPEG. */
  file: ArrayBuffer
  /** When it was added, by the device's clock. */
  addedAt: number
  state:
    | 'waiting'
    | 'sent'
    /** The server may have it, and has to be told. */
    | 'removing'
    /** The server will never take it. */
    | 'refused'
  /** Whether it was sent at least once: the server may have it. */
  tried: boolean
  /** Why it was refused. */
  why?: string
}

let opened: UseStore | null = null
/** Rejects where the browser has no database, or its database says nothing. */
const db: UseStore = (mode, work) =>
  whileShown((follow) =>
    withTimeout(async () => {
      opened ??= createStore('sabi.photographs', 'kept')
      return opened(mode, (photographs) => {
        follow(photographs.transaction)
        return work(photographs)
      })
    }, DATABASE_REPLY),
  )
/** What the browser refuses to keep: for this window only. */
const memory = new Map<string, KeptPhotograph>()

/** Keeps a photograph; `memory` where the browser keeps nothing. */
export async function keepPhotograph(kept: KeptPhotograph): Promise<'disk' | 'memory'> {
  try {
    await set(kept.id, kept, db)
    memory.delete(kept.id)
    return 'disk'
  } catch {
    memory.set(kept.id, kept)
    return 'memory'
  }
}

export async function readPhotograph(id: string): Promise<KeptPhotograph | undefined> {
  const own = memory.get(id)
  return own ?? (await get<KeptPhotograph>(id, db).catch(() => undefined))
}

export async function dropPhotograph(id: string): Promise<void> {
  memory.delete(id)
  await del(id, db).catch(() => undefined)
}

/** Everything that is kept here, whosever it is, in the order in which it was added. */
export async function allPhotographs(): Promise<KeptPhotograph[]> {
  const disk = await entries<string, KeptPhotograph>(db).catch(() => [])
  const all = new Map(disk)
  for (const [id, kept] of memory) all.set(id, kept)
  return [...all.values()].sort((a, b) => a.addedAt - b.addedAt)
}

/** Whether a photograph is kept in this window only. */
export const isInMemory = (id: string) => memory.has(id)
