// The calculator as a dialog.
import './modalStyles'
import { Modal } from '@mantine/core'
import { Calculator } from './Calculator'
import { messages } from './calculatorMessages'

/** Escape closes it. */
export function CalculatorDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={messages.common.calculator}
      size={340}
      closeButtonProps={{ 'aria-label': messages.kit.closeCalculator }}
    >
      <Calculator />
    </Modal>
  )
}
