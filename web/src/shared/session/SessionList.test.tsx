// A long list of sessions shows the newest, with this one among them, and the rest when it is asked for.
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Session } from '@/shared/api/types'
import { SessionList } from './OwnSessions'

const session = (n: number, isCurrent = false) =>
  ({
    _id: `s${n}`,
    device: `Phone ${n}`,
    address: null,
    beganAt: '2026-03-01T09:00:00Z',
    usedAt: '2026-03-01T09:00:00Z',
    isCurrent,
  }) as unknown as Session

it('folds all but the newest five and this one', async () => {
  const sessions = Array.from({ length: 9 }, (_, n) => session(n, n === 7))
  render(
    <MantineProvider env="test">
      <SessionList sessions={sessions} ending={null} onEnd={() => undefined} />
    </MantineProvider>,
  )
  const shown = () => screen.getAllByRole('listitem').map((item) => item.textContent?.slice(0, 7))
  expect(shown()).toEqual([0, 1, 2, 3, 4, 7].map((n) => `Phone ${n}`))
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 more' }))
  expect(shown()).toHaveLength(9)
  expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
})
