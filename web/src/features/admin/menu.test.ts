// The menu marks one area on every screen of the back office.
import { matchPath } from 'react-router'
import { expect, it } from 'vitest'
import { owner } from '@/testing/data'
import { adminScreens } from './AdminArea'
import { menuOf } from './AdminFrame'
import { adminPaths } from './paths'

const entries = menuOf(owner).flatMap((group) => group.entries)
const marked = (pathname: string) =>
  entries
    .filter(
      ({ to, end = false, covers }) => covers?.(pathname) || matchPath({ path: to, end }, pathname),
    )
    .map(({ label }) => label)

const screens = adminScreens
  .map(({ path = '' }) => `/admin${path && '/'}${path}`)
  // Neither is a screen: one redirects, the other is for unknown addresses. The account is linked
  // above the menu.
  .filter((path) => !path.endsWith('/*') && path !== adminPaths.account)

it.each(screens)('marks one area on %s', (pattern) => {
  expect(marked(pattern.replace(/:\w+/g, 'id'))).toHaveLength(1)
})

it.each([
  ['/admin/faq/new', 'FAQs'],
  ['/admin/faq/f1', 'FAQs'],
  ['/admin/topics/s1', 'Subjects'],
  ['/admin/topics/s1/edit/t1', 'Subjects'],
  ['/admin/questions/q1', 'Question bank'],
])('on %s it is %s', (pathname, label) => {
  expect(marked(pathname)).toEqual([label])
})
