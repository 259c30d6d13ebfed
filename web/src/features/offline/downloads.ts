// The download that runs in this tab: it goes on while the student looks at other screens.
import { create } from 'zustand'
import { queryClient } from '@/shared/api/client'
import { type ApiError, toApiError } from '@/shared/api/errors'
import type { User } from '@/shared/api/types'
import {
  AppNotStored,
  type AppProgress,
  appState,
  canStoreApp,
  storeApp,
} from '@/shared/offline/app'
import { keepStudent, startBackground } from '@/shared/offline/background'
import { hasRoom, persist, StorageFull, StorageRefused } from '@/shared/offline/database'
import {
  type DownloadRequest,
  download,
  type Missed,
  type Progress,
  type Source,
  sum,
} from '@/shared/offline/shelf'
import { getUser, useSession } from '@/shared/session/useSession'

/** Why a download ended before everything was there. */
export type Ended =
  /** There was not enough room before it began: nothing was fetched. */
  | { why: 'no-room'; bytes: number }
  | { why: 'full' | 'refused' }
  | { why: 'server'; error: ApiError }

interface Downloads {
  /** Null while none runs. */
  progress: Progress | null
  /** Of which exam, or was the last. */
  source: Source | null
  ended: Ended | null
  missed: Missed[]
  /** How many packs the last download brought; null before its end. */
  done: number | null
  /** How far the app itself is; null while it is not being stored. */
  app: AppProgress | null
  /** Why the app could not be stored. */
  appError: AppNotStored | null
  /** Whether the browser agreed to delete nothing by itself; null before it was asked. */
  isPersisted: boolean | null
  stop: () => void
}

const idle = { progress: null, ended: null, missed: [], done: null, stop: () => undefined }

export const useDownloads = create<Downloads>()(() => ({
  ...idle,
  source: null,
  app: null,
  appError: null,
  isPersisted: null,
}))

let owner = getUser()?._id
// Logging out deletes what is here: nothing may arrive afterwards, and the next student sees no download of this one.
useSession.subscribe(() => {
  const id = getUser()?._id
  if (id === owner) return
  owner = id
  useDownloads.getState().stop()
  useDownloads.setState({ ...idle, source: null, appError: null })
})

export const shelfKey = (account: string) => ['offline-shelf', account]

/** Downloads and updates packs; does nothing while another download runs. */
export async function run(user: User, request: DownloadRequest): Promise<void> {
  const { source, entries } = request
  if (useDownloads.getState().progress !== null || entries.length === 0) return
  const over = new AbortController()
  const bytes = sum(entries)
  const set = useDownloads.setState
  const first: Progress = { done: 0, of: entries.length, bytes: 0, ofBytes: bytes, current: null }
  const { signal } = over
  const stop = () => {
    over.abort()
    set(idle)
  }
  set({ ...idle, source, progress: first, stop })
  try {
    const isRoom = await hasRoom(bytes)
    signal.throwIfAborted()
    if (!isRoom) return set({ ...idle, ended: { why: 'no-room', bytes } })
    // Firefox asks the student, who need not answer: the download does not wait.
    void persist().then((isPersisted) => set({ isPersisted }))
    const onProgress = (progress: Progress) => {
      // What has arrived shows at once.
      if (progress.done > 0 && progress.done !== useDownloads.getState().progress?.done) {
        turnOn(user)
        refresh(user)
      }
      if (!signal.aborted) set({ progress })
    }
    const missed = await download(user._id, request, { onProgress, signal })
    signal.throwIfAborted()
    set({ ...idle, missed, done: entries.length - missed.length })
    // Without the stored app, nobody can open the questions offline.
    void storeAppFor(user)
  } catch (thrown) {
    if (!signal.aborted) set({ ...idle, ended: endOf(thrown) })
  } finally {
    refresh(user)
  }
}

/** Whether nobody else has taken this student's place on the device, and the student has not logged out. */
const isHere = ({ _id }: User) => getUser()?._id === _id

function endOf(thrown: unknown): Ended {
  if (thrown instanceof StorageFull) return { why: 'full' }
  if (thrown instanceof StorageRefused) return { why: 'refused' }
  return { why: 'server', error: toApiError(thrown) }
}

const refresh = ({ _id }: User) => void queryClient.invalidateQueries({ queryKey: shelfKey(_id) })

export const appKey = ['offline-app']

/** Stores the app of this version, unless it is there or on its way, or the browser stores none. */
export async function storeAppFor(user: User): Promise<void> {
  const set = useDownloads.setState
  if (!canStoreApp()) return
  const state = await appState()
  if (state?.whole || useDownloads.getState().app) return
  set({ app: { there: 0, of: 0 }, appError: null })
  try {
    // Its size is unknown where the worker did not answer; storing then asks it once more.
    if (state && !(await hasRoom(state.bytes))) throw new AppNotStored('QuotaExceededError')
    if (!isHere(user)) return
    turnOn(user)
    await storeApp((app) => set({ app }))
  } catch (thrown) {
    set({ appError: thrown instanceof AppNotStored ? thrown : new AppNotStored('Error') })
  } finally {
    set({ app: null })
    void queryClient.invalidateQueries({ queryKey: appKey })
  }
}

/**
 * Sets this device up for practice without internet: it opens for this student from now on, unless they have
 * logged out meanwhile.
 */
export function turnOn(user: User): void {
  if (!isHere(user)) return
  keepStudent(user)
  startBackground()
}
