// Forgets what is kept of tests that are over, or that nobody came back to.
import { serverNow } from '@/shared/api/timeoutFetch'
import { DAY } from '@/shared/i18n/format'
import { unacknowledged } from './outbox'
import { allPhotographs, dropPhotograph } from './photographs/store'
import { copiesOver, dropKept, readAllKept, type StoredAttempt } from './storage'

/** Days for which this device keeps answers that were not sent. */
export const KEPT_DAYS = 30
/** Days without a visit after which WebKit erases a site's data, unless the site was installed. */
const WEBKIT_DAYS = 7

/** For how many days answers can be promised to wait on this device. */
export function daysKept(): number {
  const isWebKit = CSS.supports?.('font: -apple-system-body') ?? false
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  return isWebKit && !isInstalled ? WEBKIT_DAYS : KEPT_DAYS
}

/**
 * Forgets the tests that are over, and what nobody came back to for too long; never the one
 * that is `open` here, nor one that was used within a day. `wall` is the time by the server: by a clock
 * of the device that was set ahead, answers that wait would be thrown away. Photographs stay as long as the
 * answers of their test. Returns the answers that stay, as they were read once.
 */
export async function tidy(
  wall = serverNow(),
  open: string | null = null,
): Promise<[id: string, kept: StoredAttempt][]> {
  const all = await readAllKept()
  if (wall === null) return all
  const now = new Map<string, number>()
  const inUse = new Set([open])
  for (const [id, { clock }] of all) {
    now.set(id, timeOf(clock, wall))
    if (clock.last > timeOf(clock, wall) - DAY) inUse.add(id)
  }
  const over = await copiesOver(({ startedAt, deadline }, id) => {
    const time = now.get(id) ?? wall
    if (inUse.has(id)) return false
    return deadline === null
      ? Date.parse(startedAt) < time - KEPT_DAYS * DAY
      : Date.parse(deadline) < time - DAY
  })
  const old = ({ clock }: StoredAttempt) => clock.last < timeOf(clock, wall) - KEPT_DAYS * DAY
  const goes = (kept: StoredAttempt, id: string) =>
    !inUse.has(id) && (old(kept) || (over.has(id) && unacknowledged(kept.outbox).length === 0))
  const stay = all.filter(([id, kept]) => !goes(kept, id))
  // Reads again what it deletes: another window may just have kept an answer.
  if (over.size > 0 || stay.length < all.length) await dropKept(goes, (id) => over.has(id))
  const staying = new Set([open, ...stay.map(([id]) => id)])
  for (const { id, attempt, addedAt } of await allPhotographs()) {
    if (!staying.has(attempt) && addedAt < wall - KEPT_DAYS * DAY) await dropPhotograph(id)
  }
  return stay
}

/** The server's time by a device whose own may be ahead; never later than its own. */
const timeOf = ({ offset }: StoredAttempt['clock'], wall: number) => Math.min(wall, wall + offset)
