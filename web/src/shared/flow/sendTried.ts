// Sends the answers whose score a visitor wanted to keep, once somebody is logged in. What cannot be
// sent now waits for the next time.
import { toApiError } from '@/shared/api/errors'
import { keepVisitorAnswers } from '@/shared/api/queries/site'
import { readTried, writeTried } from './tried'

let sending: Promise<void> | null = null

/** Sends them once, however often asked meanwhile. */
export function sendTried(): Promise<void> {
  sending ??= send().finally(() => {
    sending = null
  })
  return sending
}

async function send(): Promise<void> {
  for (const [exam, tried] of Object.entries(readTried())) {
    if (tried.keep !== 'asked') continue
    const given = Object.entries(tried.answers)
    const answers = given.map(([question, answer]) => ({ question, answer })).slice(0, 5)
    try {
      await keepVisitorAnswers({ exam, answers })
      // The server has the score: the next visitor page begins anew.
      writeTried(exam, { answers: {}, keep: 'sent' })
    } catch (thrown) {
      // Questions or an exam that are no longer shown: nothing is left to keep.
      if ([404, 422].includes(toApiError(thrown).status)) writeTried(exam, null)
    }
  }
}
