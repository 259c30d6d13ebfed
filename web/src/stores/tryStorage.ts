/** What a call to the browser's storage gives; nothing where it is refused or full. */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
