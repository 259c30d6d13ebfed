// The calculator's dialog, loaded apart from the screen that opens it. If that fails, the screen
// stays usable; a note says so, with a "Try again" button.
import '@mantine/core/styles/CloseButton.layer.css'
import { CloseButton, Group, Paper, Text } from '@mantine/core'
import { common, uiTexts } from '@/shared/i18n/common'
import { focusNow } from './focus'
import { lazyPart } from './lazyPart'
import styles from './parts.module.css'
import { ErrorState } from './states'

export const LazyCalculator = lazyPart<CalculatorProps>(
  () => import('./CalculatorDialog').then((m) => m.CalculatorDialog),
  ({ opened, onClose, again }) => opened && <NotLoaded onClose={onClose} again={again} />,
)

interface CalculatorProps {
  opened: boolean
  onClose: () => void
}

/** Does not use Mantine's modal, whose code most pages do not load. */
function NotLoaded({ onClose, again }: { onClose: () => void; again: () => void }) {
  return (
    <Paper
      role="dialog"
      aria-label={common.calculator}
      className={styles.calculatorNote}
      withBorder
      shadow="md"
      p="md"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Group justify="space-between" mb="xs">
        <Text>{common.calculator}</Text>
        <CloseButton ref={focusNow} aria-label={uiTexts.closeCalculator} onClick={onClose} />
      </Group>
      <ErrorState message={uiTexts.calculatorNotLoaded} onRetry={again} />
    </Paper>
  )
}
