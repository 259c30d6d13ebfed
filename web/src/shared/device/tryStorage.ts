/** The result of a storage call; undefined where the browser's storage is blocked or full. */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/**
 * The texts of a form stored as JSON. Values that are not texts are left out, as where other code
 * wrote them.
 */
export function textsOf(kept: string | null | undefined): Record<string, string> {
  const values: unknown = tryStorage(() => JSON.parse(kept ?? '{}'))
  if (typeof values !== 'object' || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
