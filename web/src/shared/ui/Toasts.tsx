// Shows toasts, once there is one. If their code could not be loaded (no connection), their text is
// shown plainly at the bottom of the page until dismissed.
import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { lazyPart } from './lazyPart'
import { uiTexts } from './messages'
import { type Plain, toasts } from './notify'
import styles from './Toasts.module.css'

const Notifications = lazyPart(
  () => import('./toastCode').then((m) => m.Notifications),
  // The text is shown below; the next toast tries to load the code again.
  () => null,
)

/** Above the bars of a page, below every dialog and notice that asks for something. */
const level = 105

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
