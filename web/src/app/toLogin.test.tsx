// Redirects to the login while its code is loading.
import { act, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { Outlet } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { TestPage } from '@/features/attempt/window/TestPage'
import { useSession } from '@/shared/session/useSession'
import { renderRoutes } from '@/testing/renderApp'
import { Guard } from './Guard'

beforeEach(() => useSession.getState().expire())

/** Two pages in this frame, the first of them open, and a login whose code never arrives. */
function open(Component: ComponentType) {
  const children = [{ path: '/first' }, { path: '/second' }].map((one) => ({
    ...one,
    Component: Outlet,
  }))
  const login = { path: '/login', lazy: () => new Promise<never>(() => undefined) }
  return renderRoutes([{ Component, children }, login], '/first')
}

const underWay = (router: ReturnType<typeof open>, state: unknown) =>
  waitFor(() =>
    expect(router.state.navigation.location).toMatchObject({ pathname: '/login', state }),
  )

it.each([
  ['a page', Guard],
  ['a test', TestPage],
])('leads back to where one has gone meanwhile: %s', async (_, Component) => {
  const router = open(Component)
  await underWay(router, { from: '/first' })
  await act(() => router.navigate('/second'))
  await underWay(router, { from: '/second' })
})

it('does not lead the next person to the page that was left by logging out', async () => {
  const router = open(Guard)
  await underWay(router, { from: '/first' })
  act(() => useSession.getState().signedOut())
  await underWay(router, null)
})
