// The photographs that wait on this device for tests whose window is closed.
import { createPhotographs } from './queue'
import { allPhotographs, dropPhotograph, type KeptPhotograph } from './store'

const isWaiting = ({ state }: KeptPhotograph) => state === 'waiting' || state === 'removing'

/** How many of this student's photographs wait, by attempt. Forgets those that are too old. */
export async function countPhotographs(user: string, oldest: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const one of await allPhotographs()) {
    if (one.addedAt < oldest) await dropPhotograph(one.id)
    else if (one.user === user && isWaiting(one))
      counts.set(one.attempt, (counts.get(one.attempt) ?? 0) + 1)
  }
  return counts
}

/** Sends what waits of one test. Throws ApiError when the server cannot be reached. */
export async function sendPhotographs(attempt: string, user: string): Promise<void> {
  const queue = createPhotographs({ attempt, user })
  try {
    await queue.beforeSubmit(() => false)
  } finally {
    queue.stop()
  }
}

/** At logout: forgets all photographs but those that wait to be sent, unless they are of `eraseUser`. */
export async function forgetPhotographs(eraseUser: string | null): Promise<void> {
  for (const one of await allPhotographs())
    if (one.user === eraseUser || !isWaiting(one)) await dropPhotograph(one.id)
}
