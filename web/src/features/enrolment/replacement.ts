// The rules for change requests (spec 2 §5), without UI or network.

export interface Wanted {
  /** The ids of the registered subjects, in order. */
  held: string[]
  /** The requested replacement by registered subject. */
  instead: Record<string, string>
}

/** The registered subjects after the change. */
export const replaced = ({ held, instead }: Wanted) => held.map((id) => instead[id] || id)

/** The registered subjects whose replacement is already registered. */
export function twice(wanted: Wanted): string[] {
  const all = replaced(wanted)
  return wanted.held.filter((id) => {
    const next = wanted.instead[id]
    return next ? wanted.held.includes(next) || all.filter((one) => one === next).length > 1 : false
  })
}

/** Whether a change is requested. */
export const isAnyNew = ({ instead }: Wanted) => Object.values(instead).some(Boolean)
