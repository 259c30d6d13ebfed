// A route whose screen or frame is loaded when first needed. If it cannot be loaded, the frame
// around it stays and a "Try again" button takes its place. A screen's code can be requested before it
// is opened, and its data while the code is still loading.
import { Box } from '@mantine/core'
import type { FetchQueryOptions } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import {
  type LoaderFunction,
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
} from 'react-router'
import { queryClient } from '@/shared/api/client'
import { common, shellTexts } from '@/shared/i18n/common'
import { getSession, sessionKnown } from '@/shared/session/useSession'
import { FIRST_CONTENT } from '@/shared/timeouts'
import { lazyPart } from '@/shared/ui/lazyPart'
import { loadNewVersion } from '@/shared/ui/loadPageAnew'
import { ErrorState, Loader } from '@/shared/ui/states'

type Lazy = Pick<RouteObject, 'lazy' | 'ErrorBoundary'>

export function lazyScreen(load: () => Promise<ComponentType>): Lazy {
  return {
    ErrorBoundary: RouteError,
    lazy: async () => ({ Component: await loadOrRetry(load) }),
  }
}

/**
 * Loads a screen. Where that fails, it returns a screen that says so and can try again, because the router
 * keeps a failed load forever.
 */
const loadOrRetry = (load: () => Promise<ComponentType>): Promise<ComponentType> =>
  load().catch(() => lazyPart(load, ScreenNotLoaded, () => <Loader />))

/**
 * A screen that opens in one go if its code is already loaded: the router has nothing to wait for, so it
 * does not draw the previous screen again.
 */
export function preloadedScreen(
  load: () => Promise<ComponentType>,
): Pick<RouteObject, 'Component' | 'ErrorBoundary' | 'handle'> {
  let loaded: ComponentType | undefined
  const preload = async () => {
    loaded = await loadOrRetry(load)
    return loaded
  }
  // Without Suspense, which keeps a placeholder for up to 300 ms.
  const Component = () => {
    const [Screen, setScreen] = useState(() => loaded)
    useEffect(() => {
      if (!Screen) void preload().then((screen) => setScreen(() => screen))
    }, [Screen])
    return Screen ? <Screen /> : <Loader />
  }
  return { Component, ErrorBoundary: RouteError, handle: { preload } }
}

/**
 * After a deployment the files of the next screen are gone: the new version has it at the same
 * address.
 */
function ScreenNotLoaded({ again }: { again: () => void }) {
  useEffect(() => void loadNewVersion(), [])
  return <NotLoaded again={again} />
}

const NotLoaded = ({ again }: { again: () => void }) => (
  <Box p="xl" maw={560} mx="auto">
    <ErrorState message={shellTexts.notLoaded} onRetry={again} />
  </Box>
)

/**
 * The same for a screen that has its own routes, and for the replacement of one that could not be
 * loaded. `Waiting` is shown while loading a part that is smaller than a screen.
 */
export function lazyPartOfScreen<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = () => <Loader />,
): ComponentType<Props> {
  return lazyPart<Props>(load, NotLoaded, Waiting)
}

/**
 * Shown for a screen that failed: usually its code could not be loaded (offline, or replaced by a
 * newer version), and reloading the page helps.
 */
export function RouteError() {
  return (
    <Box p="xl" maw={560} mx="auto">
      <ErrorState message={common.failed} onRetry={() => window.location.reload()} />
    </Box>
  )
}

let routes: RouteObject[] = []

/** Names the routes of the app, once, when it starts. */
export function setRoutes(all: RouteObject[]): void {
  routes = all
}

/**
 * Loads the code of the screen at this path, and of the layouts around it: on a slow connection most
 * of a wait is asking for one thing after another. A failure is shown when the screen is opened.
 */
export function preloadScreen(path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (typeof route.lazy === 'function') void route.lazy()
    void (route.handle as Handle)?.preload()
  }
}

/** Of a screen by `preloadedScreen`. */
type Handle = { preload: () => Promise<unknown> } | undefined

/** Any return value of `queryOptions`. */
interface Query {
  queryKey: readonly unknown[]
}

type UserArgs = LoaderFunctionArgs & {
  /** The id of the logged-in student. */
  user: string
}

interface Prefetched {
  /** Data that everybody may read, visitors too. */
  all?: (args: LoaderFunctionArgs) => Query[]
  /** Requested at once, unless it is known that nobody is logged in. */
  early?: (args: LoaderFunctionArgs) => Query[]
  /** Requested once it is known who is logged in. */
  own?: (args: UserArgs) => Query[]
}

/**
 * A route loader that never delays the route: a query that fails or is slow is shown by the screen
 * itself.
 */
export const prefetch =
  ({ all, early, own }: Prefetched): LoaderFunction =>
  (args) => {
    for (const query of all?.(args) ?? []) prefetchQuery(query)
    if (getSession().is === 'out') return null
    for (const query of early?.(args) ?? []) prefetchQuery(query)
    void prefetchOfUser(args, own)
    return null
  }

async function prefetchOfUser(args: LoaderFunctionArgs, own: Prefetched['own']): Promise<void> {
  if (own === undefined) return
  const user = (await sessionKnown())?._id
  if (user === undefined) return
  for (const query of own({ ...args, user })) prefetchQuery(query)
}

const prefetchQuery = (query: Query) => void queryClient.prefetchQuery(query as FetchQueryOptions)

/** Resolves when every query has its answer, or after `FIRST_CONTENT`. */
export const answered = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (queryClient.isFetching() > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = queryClient.getQueryCache().subscribe(check)
    setTimeout(resolve, FIRST_CONTENT)
    check()
  })
