// The questions that a screen showed, which the ways to each of them remember.

export interface Shown {
  ids: string[]
}

/** Each of them once; what is of no question is left out. */
export const shown = (ids: (string | null | undefined)[]): Shown => ({
  ids: [...new Set(ids.filter((id) => typeof id === 'string'))],
})

/** Those that the way to a question remembers. */
export const shownIn = (state: unknown): Shown | null =>
  typeof state === 'object' && state !== null && 'ids' in state && Array.isArray(state.ids)
    ? shown(state.ids)
    : null
