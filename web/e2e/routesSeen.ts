// Which routes the browser tests have looked at: each look is noted in a file that `globalSetup.ts` names,
// and at the end no route of the app may be missing there.
import { appendFileSync, readFileSync } from 'node:fs'
import { type Page, test } from '@playwright/test'
import { matchRoutes, type RouteObject } from 'react-router'
import { loaded } from './declared.ts'

/** These show nothing of their own: they lead on to a screen that is looked at. */
const leadOn = ['/admin/instructions/*', '/admin/questions/:id']
const seen = new Set<string>()

/** Notes the address; says whether it is the first look at it in this file. */
export function noteSeen(page: Page) {
  const { pathname } = new URL(page.url())
  // A worker runs several files.
  const look = `${test.info().file}: ${pathname}`
  const first = !seen.has(look)
  seen.add(look)
  if (first && process.env.SABI_SEEN) appendFileSync(process.env.SABI_SEEN, `${pathname}\n`)
  return first
}

/** The patterns of all routes of the app, those of the back office among them. */
export async function allRoutes(): Promise<string[]> {
  const [{ routes }, { adminScreens }] = await loaded(
    '/src/app/routes.tsx',
    '/src/features/admin/AdminArea.tsx',
  )
  const patterns = (list: RouteObject[]): (string | undefined)[] =>
    list.flatMap(({ path, children }) => (children ? patterns(children) : [path]))
  return patterns(routes).flatMap((path = '') =>
    path === '/admin/*' ? patterns(adminScreens).map((below = '') => `/admin/${below}`) : [path],
  )
}

/** The routes at none of the addresses in the file. */
export function notSeen(routes: string[], file: string) {
  const table = routes.map((path) => ({ path }))
  const found = new Set(leadOn)
  for (const address of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const [match] = matchRoutes(table, address) ?? []
    if (match) found.add(match.route.path)
  }
  return routes.filter((path) => !found.has(path))
}
