// How long the browser tests wait.
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that a condition may take to come true; slow machines are no failures. */
export const PATIENCE = 120_000

/** Waits until a condition is true, within a test's time limit. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  for (const begun = Date.now(); ; await sleep(50)) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() - begun > PATIENCE) throw error
    }
  }
}
