// Sends what waits in an outbox, one save at a time: reads the attempt again where somebody
// else saved first, and looks for the one answer that is refused so that the others arrive.

import { fault } from './line'
import { type Batch, type Outbox, pulse, refuse, takeBatch } from './outbox'

export interface Sender {
  /**
   * Sends the next batch, after reading the attempt where that is due. Says whether to go on
   * at once; throws what neither another reading nor leaving an answer out puts right.
   */
  sendNext: (signal: AbortSignal) => Promise<boolean>
  /** Has the attempt read again before the next save. */
  markStale: () => void
  isFresh: () => boolean
  readAgain: (signal: AbortSignal) => Promise<void>
}

interface Way {
  outbox: () => Outbox
  setOutbox: (outbox: Outbox) => void
  /** Whether the test takes answers. */
  open: () => boolean
  /** Takes in the attempt as the server has it now. */
  read: (signal: AbortSignal) => Promise<void>
  /** Whether something must be sent though nothing waits. */
  mustTell?: () => boolean
  /** Carries a batch over, and takes in the reply; gives the ids of answers that lost. */
  save: (batch: Batch, signal: AbortSignal) => Promise<string[]>
}

/** `fresh` where the attempt was read just now. */
export function createSender(way: Way, fresh: boolean): Sender {
  let isFresh = fresh
  /** How many answers a save carries: one at a time while looking for one that is refused. */
  let limit = Number.POSITIVE_INFINITY

  async function sendNext(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      if (!isFresh) await readAgain(signal)
      const batch = way.open() ? next() : null
      if (batch === null) return false
      try {
        const ignored = await way.save(batch, signal)
        // Something else stands there: that is to be shown, not what was sent.
        if (ignored.length > 0) isFresh = false
        return !isFresh || limit === 1
      } catch (thrown) {
        const { error, is } = fault(thrown)
        if (is === 'stale') isFresh = false
        else if (is === 'refused' && batch.answers.length > 0) {
          single(batch, Object.values(error.fields)[0] ?? error.errMessage)
        } else throw thrown
      }
    }
  }

  const next = () =>
    takeBatch(way.outbox(), limit) ?? (way.mustTell?.() ? pulse(way.outbox()) : null)

  async function readAgain(signal: AbortSignal) {
    await way.read(signal)
    isFresh = true
  }

  /** Something in this batch is refused: one by one until it is found and marked. */
  function single(batch: Batch, why: string) {
    const found = batch.answers.length === 1
    if (found) way.setOutbox(refuse(way.outbox(), batch, why))
    limit = found ? Number.POSITIVE_INFINITY : 1
  }

  return {
    sendNext,
    markStale: () => {
      isFresh = false
    },
    isFresh: () => isFresh,
    readAgain,
  }
}
