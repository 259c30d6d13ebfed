// The room that the browser gives to this site.

/** Encryption and indexes, and what other screens store meanwhile. */
const SPARE = 1_000_000

/** Whether this many bytes surely fit; true where the browser does not say how much room there is. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null)
  if (estimate?.quota === undefined) return true
  return estimate.quota - (estimate.usage ?? 0) >= bytes * 2 + SPARE
}

/** Asks that the browser deletes nothing of ours when it needs room; whether it agreed. */
export const persist = async (): Promise<boolean> =>
  (await navigator.storage?.persist?.().catch(() => false)) ?? false
