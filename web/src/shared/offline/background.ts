// What runs on a device that is set up for practice without internet: it knows who was logged in last,
// keeps what is read, follows running mocks, and changes to a new version of the app.
import { queryClient } from '@/shared/api/client'
import type { Attempt, User } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { followVersions, ownScript, type Router } from '@/shared/lazy/newVersion'
import { loadSession } from '@/shared/session/session'
import { isAssumed, wasLoggedOut } from '@/shared/session/state'
import { getSession, getUser, useSession } from '@/shared/session/useSession'
import { SESSION_REPLY } from '@/shared/timeouts'
import { canStoreApp, tidyApp } from './app'
import { keepTime } from './deviceClock'
import { followFetched } from './fetched'
import { inUseKey } from './inUse'
import { persistQueries } from './queryStore'
import { watchTests } from './sendTests'
import { clearAccount, compare, followMocks } from './shelf'

let stop: (() => void) | null = null

/** Starts all of it, once. Returns a function that stops it. */
export function startBackground(router?: Router): () => void {
  if (stop) return stop
  const stops = [
    followSession(),
    followRunningTests(),
    keepVersion(router),
    // Hands in what waits.
    watchTests(),
  ]
  stop = () => {
    for (const stopOne of stops) stopOne()
    stop = null
  }
  return stop
}

/** Opens the app for the student who was here last, while the server cannot be asked. */
function followSession(): () => void {
  const assume = () => {
    const user = lastStudent()
    const { is } = getSession()
    if (user && (is === 'unknown' || is === 'failed'))
      useSession.setState({ session: { is: 'in', user, isAssumed: true } })
  }
  const timer = setTimeout(assume, navigator.onLine ? SESSION_REPLY : 0)
  if (getSession().is === 'failed') assume()
  let answers: ReturnType<typeof persistQueries> | null = null
  let account: string | null = null
  const follow = () => {
    const session = getSession()
    if (session.is === 'failed') return assume()
    const user = getUser()
    if (user && !isAssumed(session)) keepStudent(user)
    const next = user?.role === 'user' ? user._id : null
    if (next === account) return
    const before = account
    account = next
    answers?.stop()
    answers = next
      ? persistQueries(queryClient, next, () => isAssumed(getSession()) || !navigator.onLine)
      : null
    // Logged out on purpose, by whatever button: nothing of the account stays.
    if (before && wasLoggedOut(session)) void clearAccount(before).catch(() => undefined)
    // Names what the browser has deleted, and deletes what may no longer be opened.
    if (next) void compare(next).catch(() => undefined)
  }
  follow()
  const stop = useSession.subscribe(follow)
  const back = () => {
    if (isAssumed(getSession())) void loadSession()
  }
  window.addEventListener('online', back)
  return () => {
    clearTimeout(timer)
    stop()
    answers?.stop()
    window.removeEventListener('online', back)
  }
}

/** What the server said of the running tests, before this tab knew whose they are. */
interface RunningTests {
  tests: Attempt[]
  /** When it was asked for, in milliseconds. */
  askedAt: number
}

/** Keeps packs shut while a mock of their subject runs, and opens them once it is over. */
function followRunningTests(): () => void {
  // On a slow network the list may arrive before the answer that names the student.
  let unread: RunningTests | null = null
  const follow = () => {
    const session = getSession()
    if (session.is === 'out' || session.is === 'changed') unread = null
    const user = getUser()?._id
    if (!user || unread === null || isAssumed(session)) return
    const { tests, askedAt } = unread
    unread = null
    void followMocks(user, tests, askedAt).catch(() => undefined)
    void followFetched(user, tests, askedAt).catch(() => undefined)
  }
  const read = (tests: unknown, askedAt: number) => {
    unread = { tests: tests as Attempt[], askedAt }
    follow()
  }
  const cache = queryClient.getQueryCache()
  // Read before this code was loaded, after the page began: says nothing of mocks that were started since.
  for (const { state } of cache.findAll({ queryKey: runningKey })) {
    if (state.status === 'success') read(state.data, performance.timeOrigin)
  }
  // When each question to the server was asked.
  let askedAt = Date.now()
  const stops = [
    useSession.subscribe(follow),
    cache.subscribe((event) => {
      const isRunning = runningKey.every((part, i) => event.query.queryKey[i] === part)
      if (event.type !== 'updated' || !isRunning) return
      if (event.action.type === 'fetch') askedAt = Date.now()
      // Data that this device has put there itself says nothing of the server.
      if (event.action.type !== 'success' || event.action.manual) return
      // Sets the clock, so that it notices when the device sleeps from now on.
      keepTime()
      read(event.query.state.data, askedAt)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const runningKey = ['attempts', 'running']

/**
 * Keeps this tab's version stored while the tab is open, and changes to a new one once the worker has
 * stored it.
 */
function keepVersion(router?: Router): () => void {
  const version = ownScript()?.replace(/^.*\/(.*)\.js$/, '$1')
  if (!canStoreApp() || !import.meta.env.PROD || !version) return () => undefined
  const over = new AbortController()
  const held = new Promise<void>((end) => over.signal.addEventListener('abort', () => end()))
  void navigator.locks?.request(`sabi-app-${version}`, { mode: 'shared' }, () => held)
  void tidyApp().catch(() => undefined)
  const unfollow = router && followVersions(router, watchWorkers)
  return () => {
    over.abort()
    unfollow?.()
  }
}

/** Calls back when the worker of another version takes over. */
function watchWorkers(found: () => void): () => void {
  const workers = navigator.serviceWorker
  // The first worker takes over a page of its own version.
  let hadWorker = workers.controller !== null
  const changed = () => {
    if (hadWorker) found()
    hadWorker = true
  }
  workers.addEventListener('controllerchange', changed)
  return () => workers.removeEventListener('controllerchange', changed)
}

// Who was logged in last on a device that is set up for practice without internet: enough to open the
// app while the server cannot be asked.

/** Keeps who is logged in, which also says that the device is set up. Administrators are not kept. */
export function keepStudent(user: User): void {
  if (user.role === 'user') tryStorage(() => localStorage.setItem(inUseKey, JSON.stringify(user)))
}

export function lastStudent(): User | null {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(inUseKey) ?? 'null'))
  const { _id, first_name, last_name, role } = (kept ?? {}) as Partial<User>
  const isWhole = [_id, first_name, last_name].every((one) => typeof one === 'string')
  return isWhole && role === 'user' ? (kept as User) : null
}
