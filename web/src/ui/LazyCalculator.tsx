// The calculator's dialog, fetched apart from the screen that opens it. Without its code
// the screen goes on; a note in its place says so and can ask for it again.
import { CloseButton, Paper } from '@mantine/core'
import { messages } from '@/messages'
import { ErrorState } from './ErrorState'
import styles from './LazyCalculator.module.css'
import { lazyPart } from './lazyPart'

export const LazyCalculator = lazyPart<CalculatorProps>(
  () => import('./CalculatorDialog').then((m) => m.CalculatorDialog),
  ({ opened, onClose, again }) => opened && <NotLoaded onClose={onClose} again={again} />,
)

interface CalculatorProps {
  opened: boolean
  onClose: () => void
}

/** Not of the kit's modals: their code is what most pages do without. */
function NotLoaded({ onClose, again }: { onClose: () => void; again: () => void }) {
  return (
    <Paper
      role="dialog"
      aria-label="Calculator"
      className={styles.note}
      withBorder
      shadow="md"
      p="md"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <CloseButton
        ref={focusNow}
        ml="auto"
        mb="xs"
        aria-label="Close calculator"
        onClick={onClose}
      />
      <ErrorState message={messages.calculator.notLoaded} onRetry={again} />
    </Paper>
  )
}

const focusNow = (button: HTMLButtonElement | null) => button?.focus()
