// A browser may keep a page that was left, to show it again at once when the Back button is pressed. WebKit
// then keeps its unfinished transactions too, and every other page of ours waits for them. So a page that is
// left and kept has none.

const unfinished = new Set<IDBTransaction>()
const interrupted = new WeakSet<IDBTransaction>()
/** While the page is left and kept, resolves when it is shown again; null otherwise. */
let shownAgain: Promise<void> | null = null

/**
 * Does `work`, and does it again if the page is left and kept meanwhile: once it is shown again. `work` names each
 * of its transactions by `follow` before it makes a request.
 */
export async function whileShown<T>(
  work: (follow: (transaction: IDBTransaction) => void) => Promise<T>,
): Promise<T> {
  await shownAgain
  const own: IDBTransaction[] = []
  const follow = (transaction: IDBTransaction) => {
    own.push(transaction)
    unfinished.add(transaction)
    const forget = () => unfinished.delete(transaction)
    transaction.addEventListener('complete', forget)
    transaction.addEventListener('abort', forget)
  }
  try {
    return await work(follow)
  } catch (thrown) {
    if (own.some((transaction) => interrupted.has(transaction))) return whileShown(work)
    throw thrown
  }
}

/** Ends a transaction; one that is over already, or is being written, stays as it is. */
export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is over.
  }
}

globalThis.addEventListener('pagehide', ({ persisted }: PageTransitionEvent) => {
  if (!persisted) return
  shownAgain = new Promise((resolve) => {
    const show = () => {
      shownAgain = null
      resolve()
    }
    globalThis.addEventListener('pageshow', show, { once: true })
  })
  for (const transaction of unfinished) {
    interrupted.add(transaction)
    abort(transaction)
  }
})
