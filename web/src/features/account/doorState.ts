// What the screens before sign-in tell each other on the way.
import { useLocation } from 'react-router'

export interface DoorState {
  /** Where the visitor was going when the guard sent them to sign in. */
  from?: unknown
  /** The exam whose page or questions the visitor comes from. */
  exam?: string
  /** The address that was just registered, and waits for its activation. */
  registered?: string
  /** The address that was typed on the screen before. */
  email?: string
}

export const useDoorState = (): DoorState => (useLocation().state ?? {}) as DoorState
