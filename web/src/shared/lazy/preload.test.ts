import { expect, test, vi } from 'vitest'
import { preloadScreen, setRoutes } from './preload'

const lazy = () => vi.fn(async () => ({ Component: () => null }))

test('loads the screen at a path and its layouts, and no other', () => {
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

test('passes over a path that no screen has', () => {
  setRoutes([{ path: '/plans', lazy: lazy() }])
  expect(() => preloadScreen('/nowhere')).not.toThrow()
})
