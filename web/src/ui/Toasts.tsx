// Where toasts appear, once there is one. Without their code (the line is gone) what they
// would say stands plainly at the foot of the page until it is dismissed.
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { lazyPart } from './lazyPart'
import { messages } from './messages'
import { type Plain, toasts } from './notify'
import styles from './Toasts.module.css'

const Notifications = lazyPart(
  () => import('./toastCode').then((m) => m.Notifications),
  // The words are shown below; the next toast tries again.
  () => null,
)

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
          // Below dialogs, which they would cover.
          zIndex={190}
          className={styles.toasts}
        />
      )}
      {plain.length > 0 && <PlainToasts all={plain} />}
    </>
  )
}

function PlainToasts({ all }: { all: readonly Plain[] }) {
  return (
    <div className={styles.plain}>
      {all.map((one) => (
        <div key={one.id} role={one.role} className={styles.note}>
          {one.message}
          <button
            type="button"
            className={styles.dismiss}
            aria-label={messages.kit.dismiss}
            onClick={() => toasts.dismiss(one.id)}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  )
}
