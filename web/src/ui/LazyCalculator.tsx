// The calculator's dialog, fetched apart from the screen that opens it. Without its code
// the screen goes on; the dialog says so and can be asked for again.
import { Modal } from '@mantine/core'
import { messages } from '@/messages'
import { ErrorState } from './ErrorState'
import { lazyPart } from './lazyPart'

export const LazyCalculator = lazyPart<CalculatorProps>(
  () => import('./CalculatorDialog').then((m) => m.CalculatorDialog),
  ({ opened, onClose, again }) => (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Calculator"
      size={340}
      closeButtonProps={{ 'aria-label': 'Close calculator' }}
    >
      <ErrorState message={messages.calculator.notLoaded} onRetry={again} />
    </Modal>
  ),
)

interface CalculatorProps {
  opened: boolean
  onClose: () => void
}
