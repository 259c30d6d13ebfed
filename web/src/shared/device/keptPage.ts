// A browser may keep a page that was left, to show it again at once when the Back button is pressed. WebKit
// then keeps its unfinished transactions too, and every other page of ours waits for them. So a page that is
// left and kept ends them: it commits what it was writing, and reads again what it was reading if it is shown
// again.

const unfinished = new Set<IDBTransaction>()
const ended = new WeakSet<IDBTransaction>()
/** While the page is left and kept, resolves when it is shown again; null otherwise. */
let shownAgain: Promise<void> | null = null

/**
 * Does `work`, and does it again if the page was left before its last request: once the page is shown again.
 * `work` names each of its transactions by `follow` before it makes a request.
 */
export async function whileShown<T>(
  work: (follow: (transaction: IDBTransaction) => void) => Promise<T>,
): Promise<T> {
  const own: IDBTransaction[] = []
  const follow = (transaction: IDBTransaction) => {
    own.push(transaction)
    unfinished.add(transaction)
    const forget = () => unfinished.delete(transaction)
    transaction.addEventListener('complete', forget)
    transaction.addEventListener('abort', forget)
    // As soon as its first requests are made.
    if (shownAgain) queueMicrotask(() => end(transaction))
  }
  try {
    return await work(follow)
  } catch (thrown) {
    const isCutShort = (transaction: IDBTransaction) =>
      ended.has(transaction) && (transaction.mode === 'readonly' || isOver(thrown))
    if (!own.some(isCutShort)) throw thrown
    await shownAgain
    return whileShown(work)
  }
}

/** Whether a request was made of a transaction that has ended. */
const isOver = (thrown: unknown) =>
  thrown instanceof DOMException &&
  ['TransactionInactiveError', 'InvalidStateError'].includes(thrown.name)

/** Ends a transaction; one that is over already, or is being written, stays as it is. */
export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It is over.
  }
}

function end(transaction: IDBTransaction): void {
  ended.add(transaction)
  if (transaction.mode === 'readonly') abort(transaction)
  else commit(transaction)
}

function commit(transaction: IDBTransaction): void {
  try {
    // Safari 14 has no such method, and goes on as before.
    transaction.commit?.()
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
  for (const transaction of unfinished) end(transaction)
})
