// Hands in the tests of this device and says so on the screen.
import { queryClient } from '@/shared/api/queryClient'
import { plural } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { messages } from './messages'
import { type Synced, sync } from './sync'
import { DEVICE_TESTS } from './testIds'

let running: Promise<Synced> | null = null

/** Calls made meanwhile share the one that is under way. */
export function handIn(account: string): Promise<Synced> {
  running ??= send(account).finally(() => {
    running = null
  })
  return running
}

async function send(account: string): Promise<Synced> {
  const synced = await sync(account)
  void queryClient.invalidateQueries({ queryKey: [DEVICE_TESTS] })
  if (synced.stored > 0) {
    notify.success(plural(messages.tests.sent, synced.stored))
    // Results, today's questions, weak topics and forecast follow.
    void queryClient.invalidateQueries({ queryKey: ['results'] })
  }
  return synced
}
