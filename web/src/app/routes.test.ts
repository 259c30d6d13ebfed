// No dead links: every address that `paths` and `adminPaths` spell is a route of the table.
import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { adminScreens } from '@/features/admin/AdminArea'
import { adminPaths } from '@/features/admin/paths'
import { isAdminPath, paths, testWindowPath } from '@/shared/paths'
import { attempt } from '@/testing/data'
import { routes } from './routes'

const spelt = (spelling: object) =>
  Object.entries(spelling).map(([name, path]) => {
    // Four of anything is enough for any of them.
    const url =
      typeof path === 'string' ? path : (path as (...ids: string[]) => string)('a', 'b', 'c', 'd')
    return [name, url.split('?')[0] ?? ''] as const
  })

describe('paths', () => {
  it.each(spelt(paths))('%s (%s) is a route', (_name, path) => {
    const last = matchRoutes(routes, path)?.at(-1)?.route.path
    expect(last).toBeDefined()
    expect(last).not.toBe('*')
  })

  it.each(spelt(adminPaths))('%s (%s) is a screen of the back-office', (_name, path) => {
    expect(matchRoutes(routes, path)?.at(-1)?.route.path).toBe('/admin/*')
    const screen = matchRoutes(adminScreens, path, paths.admin)?.at(-1)?.route.path
    expect(screen).toBeDefined()
    expect(screen).not.toBe('*')
  })

  it('spells an id safely', () => {
    expect(paths.practiceResults('a/b?c')).toBe('/practice-results/a%2Fb%3Fc')
    expect(paths.practiceResultsView('q', 'Mock & more')).toBe(
      '/practice-results-view/q?assessmentTitle=Mock+%26+more',
    )
  })

  it('knows the back-office by its first segment', () => {
    expect(['/admin', '/admin/exams', '/administer', '/'].map(isAdminPath)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it.each([
    ['practice', 'objective', '/objective-questions?attempt=at1'],
    ['study', 'both', '/objective-questions?attempt=at1'],
    ['study', 'theory', '/theories-questions?attempt=at1'],
    ['mock', 'objective', '/mock-exam/jamb?attempt=at1'],
    ['mock', 'theory', '/theories-exam/jamb?attempt=at1'],
  ] as const)('a %s of %s opens %s', (slug, examType, path) => {
    const assessment = { _id: 'm', title: 'M', slug }
    expect(testWindowPath(attempt({ assessment, examType }))).toBe(path)
  })
})
