// Requests a screen's code before it is opened, and its data while the code is still loading.
import type { FetchQueryOptions } from '@tanstack/react-query'
import {
  type LoaderFunction,
  type LoaderFunctionArgs,
  matchRoutes,
  type RouteObject,
} from 'react-router'
import { queryClient } from '@/shared/api/queryClient'
import { getSession, sessionKnown } from '@/shared/session/useSession'

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
  }
}

/** Any return value of `queryOptions`. */
interface Query {
  queryKey: readonly unknown[]
}

type Ask = LoaderFunctionArgs & {
  /** The id of the signed-in student. */
  user: string
}

interface Wanted {
  /** Data that everybody may read, visitors too. */
  open?: (args: LoaderFunctionArgs) => Query[]
  /** Requested at once, whether or not anybody is signed in. */
  any?: (args: LoaderFunctionArgs) => Query[]
  /** Requested once it is known who is signed in. */
  own?: (ask: Ask) => Query[]
}

/**
 * A route loader that never delays the route: a query that fails or is slow is shown by the screen
 * itself.
 */
export const prefetch =
  ({ open, any, own }: Wanted): LoaderFunction =>
  (args) => {
    for (const query of open?.(args) ?? []) fetchAhead(query)
    if (getSession().is === 'out') return null
    for (const query of any?.(args) ?? []) fetchAhead(query)
    void askOwn(args, own)
    return null
  }

async function askOwn(args: LoaderFunctionArgs, own: Wanted['own']): Promise<void> {
  if (own === undefined) return
  const user = (await sessionKnown())?._id
  if (user === undefined) return
  for (const query of own({ ...args, user })) fetchAhead(query)
}

const fetchAhead = (query: Query) => void queryClient.prefetchQuery(query as FetchQueryOptions)

/** How long a text that the server wrote stays until the app can show the same, in milliseconds. */
const LONGEST_WAIT = 3_000

/** Resolves when every query has its answer, or after `LONGEST_WAIT`. */
export const answered = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (queryClient.isFetching() > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = queryClient.getQueryCache().subscribe(check)
    setTimeout(resolve, LONGEST_WAIT)
    check()
  })
