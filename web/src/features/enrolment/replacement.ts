// Which other subjects a student may ask for (spec 2 §5), without screen or network.

export interface Wanted {
  /** Ids of the subjects that are registered, in their order. */
  held: string[]
  /** By registered subject, what is wanted in its place. */
  instead: Record<string, string>
}

/** The registered subjects as they would be. */
export const replaced = ({ held, instead }: Wanted) => held.map((id) => instead[id] || id)

/** The registered subjects in whose place one is wanted that there is already. */
export function twice(wanted: Wanted): string[] {
  const all = replaced(wanted)
  return wanted.held.filter((id) => {
    const next = wanted.instead[id]
    return next ? wanted.held.includes(next) || all.filter((one) => one === next).length > 1 : false
  })
}

/** Whether anything new is wanted. */
export const isAnyNew = ({ instead }: Wanted) => Object.values(instead).some(Boolean)
