// Redirects to the login while its code is loading.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { TestPage } from '@/features/attempt/window/TestPage'
import { queryClient } from '@/shared/api/client'
import { useSession } from '@/shared/session/useSession'
import { theme } from '@/shared/ui/theme'
import { Guard } from './Guard'

beforeEach(() => useSession.getState().expire())

/** Two pages in this frame, the first of them open, and a login whose code never arrives. */
function open(Component: ComponentType) {
  const children = [{ path: '/first' }, { path: '/second' }].map((one) => ({
    ...one,
    Component: Outlet,
  }))
  const login = { path: '/login', lazy: () => new Promise<never>(() => undefined) }
  const router = createMemoryRouter([{ Component, children }, login], {
    initialEntries: ['/first'],
  })
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return router
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
