// The navigation state that the login screens share.
import { useLocation } from 'react-router'

export interface DoorState {
  /** Where the visitor was going when the guard redirected them to the login. */
  from?: unknown
  /** The exam whose page or questions the visitor came from. */
  exam?: string
  /** The address that was just registered and needs activation. */
  registered?: string
  /** The address typed on the previous screen. */
  email?: string
}

export const useDoorState = (): DoorState => (useLocation().state ?? {}) as DoorState
