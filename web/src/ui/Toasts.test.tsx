// Toasts whose code cannot be fetched are told plainly, and take no page along.
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { notify } from './notify'
import { Toasts } from './Toasts'

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
  expect(await screen.findByRole('alert')).toHaveTextContent('You are still signed in')
  expect(screen.getByRole('main')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())

  line.cut = false
  notify.success('Saved')
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(document.querySelector('.mantine-Notification-root')).not.toBeNull()
})
