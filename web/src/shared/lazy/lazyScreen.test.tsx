// A screen that cannot be loaded leaves its frame standing, and can be asked for again.
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { common, shellTexts } from '@/shared/i18n/common'
import * as loading from '@/shared/ui/loadPageAnew'
import { lazyScreen, preloadedScreen, preloadScreen, setRoutes } from './lazyScreen'

const Frame = () => (
  <>
    <Link to="/next">Next</Link>
    <Outlet />
  </>
)
const show = (load: () => Promise<ComponentType>) => {
  const router = createMemoryRouter([
    {
      path: '/',
      Component: Frame,
      ErrorBoundary: () => <p>All is lost</p>,
      children: [{ path: 'next', ...lazyScreen(load) }],
    },
  ])
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  return userEvent.setup()
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

it('keeps the frame, and shows the screen when it can be had', async () => {
  let line = false
  const user = show(async () => {
    if (!line) throw new TypeError('Failed to fetch dynamically imported module')
    return () => <h1>The next step</h1>
  })
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(await screen.findByText(shellTexts.notLoaded)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Next' })).toBeVisible()
  line = true
  await user.click(screen.getByRole('button', { name: common.retry }))
  expect(await screen.findByRole('heading', { name: 'The next step' })).toBeVisible()
})

it('reloads the target page by itself if the server has a new version', async () => {
  const newVersion = vi.spyOn(loading, 'loadNewVersion').mockResolvedValue(undefined)
  const user = show(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await user.click(screen.getByRole('link', { name: 'Next' }))
  await screen.findByText(shellTexts.notLoaded)
  // An effect: React runs it after the text is on the page.
  await waitFor(() => expect(newVersion).toHaveBeenCalled())
})

it('keeps the frame when the screen breaks', async () => {
  const user = show(async () => () => {
    throw new Error('broken')
  })
  await user.click(screen.getByRole('link', { name: 'Next' }))
  expect(await screen.findByText(common.failed)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Next' })).toBeVisible()
})

function showPreloaded(preloaded: ReturnType<typeof preloadedScreen>) {
  const router = createMemoryRouter([
    { path: '/', Component: Frame, children: [{ path: 'next', ...preloaded }] },
  ])
  const { container } = render(
    <MantineProvider env="test">
      <RouterProvider router={router} flushSync={(draw) => void flushSync(draw)} />
    </MantineProvider>,
  )
  return { router, container }
}

it('opens a preloaded screen in one go', async () => {
  const preloaded = preloadedScreen(async () => () => <h1>The next step</h1>)
  const { router, container } = showPreloaded(preloaded)
  setRoutes(router.routes)
  const drawn: (string | undefined)[] = []
  preloadScreen('/next')
  await act(async () => undefined)
  const watch = new MutationObserver(() => drawn.push(container.querySelector('h1')?.textContent))
  watch.observe(container, { childList: true, subtree: true, characterData: true })
  await act(() => router.navigate('/next', { flushSync: true }))
  expect(drawn).toEqual(['The next step'])
})

it('waits for the code of one that was not preloaded', async () => {
  let arrive: (screen: ComponentType) => void = () => undefined
  let loads = 0
  const preloaded = preloadedScreen(() => {
    loads += 1
    return new Promise((resolve) => {
      arrive = resolve
    })
  })
  const { router } = showPreloaded(preloaded)
  await act(() => router.navigate('/next'))
  expect(screen.getByText(common.loading)).toBeVisible()
  await act(async () => arrive(() => <h1>The next step</h1>))
  expect(await screen.findByRole('heading', { name: 'The next step' })).toBeVisible()
  // The next time it is here.
  await act(() => router.navigate('/'))
  await act(() => router.navigate('/next'))
  expect(screen.queryByText(common.loading)).toBeNull()
  expect(loads).toBe(1)
})

it('calls a preloaded screen that breaks no failure to load, and reloads nothing by itself', async () => {
  const newVersion = vi.spyOn(loading, 'loadNewVersion').mockResolvedValue(undefined)
  const preloaded = preloadedScreen(async () => () => {
    throw new Error('broken')
  })
  const { router } = showPreloaded(preloaded)
  await act(() => router.navigate('/next'))
  expect(await screen.findByText(common.failed)).toBeVisible()
  expect(newVersion).not.toHaveBeenCalled()
})
