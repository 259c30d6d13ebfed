// Toasts: middle right, shown for five seconds (spec 1 §8). Their code is loaded with the first
// toast; most pages never show one.
import type { NotificationData } from '@mantine/notifications'
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { uiTexts } from '@/shared/i18n/common'
import { lazyPart } from './lazyPart'
import styles from './Toasts.module.css'

/** A toast as plain text, where the toasts' code could not be loaded. */
interface Plain {
  id: number
  message: string
  role: 'status' | 'alert'
}

interface State {
  /** Whether a toast was ever shown. */
  wanted: boolean
  /** Counts how often their code could be loaded after a failure. */
  round: number
  plain: readonly Plain[]
}

/** At most so many plain toasts are shown. */
const MOST_PLAIN = 3

let state: State = { wanted: false, round: 0, plain: [] }
let broken = false
let lastId = 0
const listeners = new Set<() => void>()
function set(part: Partial<State>) {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

/** The state that `Toasts` renders. */
export const toasts = {
  get: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  dismiss: (id: number) => set({ plain: state.plain.filter((one) => one.id !== id) }),
}

const load = () => import('./toastCode')

async function show({ message, ...look }: NotificationData & { message: string }) {
  set({ wanted: true })
  try {
    const { notifications, scaled } = await load()
    if (broken) set({ round: state.round + 1 })
    broken = false
    notifications.show({
      closeButtonProps: { 'aria-label': uiTexts.dismiss },
      message,
      style: scaled,
      ...look,
    })
  } catch {
    broken = true
    lastId += 1
    const role = look.role === 'alert' ? 'alert' : 'status'
    const plain: Plain = { id: lastId, message, role }
    const others = state.plain.filter((one) => one.message !== message)
    set({ plain: [...others, plain].slice(-MOST_PLAIN) })
  }
}

export const notify = {
  success: (message: string) => void show({ message, color: 'brand' }),
  info: (message: string) => void show({ message, color: 'blue' }),
  /** With an `id`, it is not shown again while it is there. */
  error: (message: string, id?: string) => void show({ message, color: 'red', role: 'alert', id }),
}

const Notifications = lazyPart(
  () => import('./toastCode').then((m) => m.Notifications),
  // The text is shown below; the next toast tries to load the code again.
  () => null,
)

/** Above the bars of a page, below every dialog and notice that asks for something. */
const level = 105

/**
 * Shows toasts, once there is one. If their code could not be loaded (no connection), their text is
 * shown plainly at the bottom of the page until dismissed.
 */
export function Toasts() {
  const { wanted, round, plain } = useSyncExternalStore(toasts.subscribe, toasts.get)
  return (
    <>
      {wanted && (
        <Notifications
          key={round}
          position="top-right"
          autoClose={5000}
          transitionDuration={200}
          zIndex={level}
          className={styles.toasts}
        />
      )}
      {plain.length > 0 && <PlainToasts all={plain} />}
    </>
  )
}

function PlainToasts({ all }: { all: readonly Plain[] }) {
  return (
    <div className={styles.plain} style={{ zIndex: level }}>
      {all.map((one) => (
        <div key={one.id} role={one.role} className={styles.note}>
          {one.message}
          <button
            type="button"
            className={styles.dismiss}
            aria-label={uiTexts.dismiss}
            onClick={() => toasts.dismiss(one.id)}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}
