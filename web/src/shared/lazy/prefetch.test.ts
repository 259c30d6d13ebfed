// A loader asks ahead, and never holds a screen up.
import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { registrationsQuery } from '@/shared/api/queries/account'
import { examTypesQuery } from '@/shared/api/queries/enrolment'
import { useSession } from '@/shared/session/useSession'
import { student } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { answered, prefetch, preloadScreen, setRoutes } from './lazyScreen'

type Loader = Exclude<ReturnType<typeof prefetch>, boolean>
const args = {} as Parameters<Loader>[0]
const load = prefetch({
  early: () => [examTypesQuery],
  own: ({ user }) => [registrationsQuery(user)],
})

it('asks at once for what is everybody’s, and for what is one’s own when that is known', async () => {
  const log = fakeApi({
    'GET /exam-types': { data: [] },
    'GET /get-saved-subjects/u1': { data: [] },
  })
  expect(load(args, undefined)).toBeNull()
  await waitFor(() => expect(queryClient.getQueryData(examTypesQuery.queryKey)).toEqual([]))
  expect(log).toHaveLength(1)
  useSession.getState().signedIn(student)
  await waitFor(() => expect(log).toHaveLength(2))
})

it('leaves a failure to the screen', async () => {
  useSession.getState().signedIn(student)
  fakeApi({
    'GET /exam-types': failure(503, 'unavailable', 'Later'),
    'GET /get-saved-subjects/u1': failure(503, 'unavailable', 'Later'),
  })
  expect(load(args, undefined)).toBeNull()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
})

it('asks nothing where nobody is signed in', () => {
  useSession.getState().signedOut()
  const log = fakeApi({})
  load(args, undefined)
  expect(log).toHaveLength(0)
})

it('waits for the answers of all queries', async () => {
  fakeApi({ 'GET /exam-types': { data: [] } })
  const query = queryClient.fetchQuery(examTypesQuery)
  await answered()
  expect(queryClient.isFetching()).toBe(0)
  expect(await query).toEqual([])
  await answered()
})

const lazy = () => vi.fn(async () => ({ Component: () => null }))

it('loads the screen at a path and its layouts, and no other', () => {
  const layout = lazy()
  const screen = lazy()
  const other = lazy()
  setRoutes([
    {
      lazy: layout,
      children: [
        { path: '/plans/:id', lazy: screen },
        { path: '/news', lazy: other },
      ],
    },
  ])
  preloadScreen('/plans/7?from=mail')
  expect(layout).toHaveBeenCalledOnce()
  expect(screen).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
})

it('passes over a path that no screen has', () => {
  setRoutes([{ path: '/plans', lazy: lazy() }])
  expect(() => preloadScreen('/nowhere')).not.toThrow()
})
