// Toasts are below every dialog, grow as they appear and go after five seconds, errors too. Those whose code cannot be
// loaded are shown plainly, and do not break the page.
import { getDefaultZIndex, MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { notify, Toasts } from './notify'

const line = vi.hoisted(() => ({ cut: true }))
vi.mock('@mantine/notifications', async (original) => {
  const real = await original<typeof import('@mantine/notifications')>()
  return new Proxy(real, {
    get: (module, name: keyof typeof real) => {
      if (line.cut && /notifications/i.test(name)) throw new TypeError('Failed to fetch')
      return module[name]
    },
  })
})

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

it('says it plainly while their code is not there, and properly once it is', async () => {
  render(
    <MantineProvider env="test">
      <main>The page</main>
      <Toasts />
    </MantineProvider>,
  )
  notify.error('You are still signed in')
  const plain = await screen.findByRole('alert')
  expect(plain).toHaveTextContent('You are still signed in')
  expectBelowDialogs(plain.parentElement?.style.zIndex)
  expect(screen.getByRole('main')).toBeVisible()
  // The same once more takes its place.
  notify.error('You are still signed in')
  await waitFor(() => expect(plain).not.toBeInTheDocument())
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())

  line.cut = false
  notify.success('Saved')
  expect(await screen.findByText('Saved')).toBeVisible()
  const toast = document.querySelector('.mantine-Notification-root')
  const place = toast?.closest<HTMLElement>('.mantine-Notifications-root')
  expectBelowDialogs(place?.style.getPropertyValue('--notifications-z-index'))
})

/** Also below the notice of an ended session (110) and the calculator of a phone (190). */
function expectBelowDialogs(level: string | undefined) {
  expect(Number(level)).toBeGreaterThan(getDefaultZIndex('app'))
  expect(Number(level)).toBeLessThan(110)
}

it.each(['success', 'info', 'error'] as const)(
  '%s grows, and is gone after five seconds',
  async (kind) => {
    line.cut = false
    render(
      <MantineProvider env="test">
        <Toasts />
      </MantineProvider>,
    )
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const begun = Date.now()
      notify[kind](`A word of ${kind}`)
      const said = await screen.findByText(`A word of ${kind}`)
      const toast = said.closest<HTMLElement>('.mantine-Notification-root')
      expect(toast?.style.getPropertyValue('--notifications-state-transform')).toMatch(/^scale\(/)
      // It appeared between the two; from here on only the test moves the time.
      const seen = Date.now()
      vi.setTimerTickMode('manual')
      await act(() => vi.advanceTimersByTimeAsync(begun + 4_000 - seen))
      expect(said).toBeInTheDocument()
      await act(() => vi.advanceTimersByTimeAsync(seen - begun + 1_500))
      expect(said).not.toBeInTheDocument()
    } finally {
      vi.useRealTimers()
    }
  },
)
