// The calculator as a dialog.
import { Modal } from '@mantine/core'
import { Calculator } from './Calculator'

/** Escape closes it. */
export function CalculatorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Calculator"
      size={340}
      closeButtonProps={{ 'aria-label': 'Close calculator' }}
    >
      <Calculator />
    </Modal>
  )
}
