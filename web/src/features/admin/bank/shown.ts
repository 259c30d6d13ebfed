// The questions on a screen, remembered by the links to each of them.

export interface Shown {
  ids: string[]
}

/** Each id once; missing ids are left out. */
export const shown = (ids: (string | null | undefined)[]): Shown => ({
  ids: [...new Set(ids.filter((id) => typeof id === 'string'))],
})

/** The questions remembered in a location's state. */
export const shownIn = (state: unknown): Shown | null =>
  typeof state === 'object' && state !== null && 'ids' in state && Array.isArray(state.ids)
    ? shown(state.ids)
    : null
