/** What a call to the browser's storage gives; nothing where it is refused or full. */
export function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The texts of a form that was kept as JSON; without what is none, as where somebody else wrote it. */
export function textsOf(kept: string | null | undefined): Record<string, string> {
  const values: unknown = tryStorage(() => JSON.parse(kept ?? '{}'))
  if (typeof values !== 'object' || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
