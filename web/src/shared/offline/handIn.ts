// Hands in the tests of this device and says so on the screen.
import { queryClient } from '@/shared/api/client'
import { plural } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { deviceTestsTexts } from './messages'
import { type Synced, sync } from './sync'
import { DEVICE_TESTS } from './testIds'

/** The one under way of an account, and the one that follows it. */
const underWay = new Map<string, Promise<Synced>>()
const next = new Map<string, Promise<Synced>>()

/** Calls made meanwhile share the one that follows: the one under way may not know of their test. */
export function handIn(account: string): Promise<Synced> {
  const before = underWay.get(account)
  if (before === undefined) {
    const sent = send(account).finally(() => underWay.delete(account))
    underWay.set(account, sent)
    return sent
  }
  const again = () => {
    next.delete(account)
    return handIn(account)
  }
  const queued = next.get(account) ?? before.then(again, again)
  next.set(account, queued)
  return queued
}

async function send(account: string): Promise<Synced> {
  const synced = await sync(account)
  void queryClient.invalidateQueries({ queryKey: [DEVICE_TESTS] })
  if (synced.stored > 0) {
    notify.success(plural(deviceTestsTexts.sent, synced.stored))
    // Results, today's questions, weak topics and forecast follow.
    void queryClient.invalidateQueries({ queryKey: ['results'] })
  }
  return synced
}
