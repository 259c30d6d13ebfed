// The calculator over the page: a dialog, or on a phone a sheet at its foot, above which the page is
// read and scrolled on.
import './modalStyles'
import { CloseButton, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { common, uiTexts } from '@/shared/i18n/common'
import { Calculator } from './Calculator'
import styles from './Calculator.module.css'

/** Escape closes it. */
export function CalculatorDialog({ opened, onClose }: CalculatorDialogProps) {
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  if (narrow) return opened && <Sheet onClose={onClose} />
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={common.calculator}
      size={340}
      closeButtonProps={{ 'aria-label': uiTexts.closeCalculator }}
    >
      <Calculator />
    </Modal>
  )
}

interface CalculatorDialogProps {
  opened: boolean
  onClose: () => void
}

function Sheet({ onClose }: { onClose: () => void }) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = sheet.current
    if (element === null) return
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
    // The end of the page can be scrolled to above it.
    const { style } = document.body
    style.paddingBottom = `${element.offsetHeight}px`
    return () => {
      style.paddingBottom = ''
    }
  }, [])
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <div ref={sheet} role="dialog" aria-label={common.calculator} className={styles.sheet}>
      <Calculator
        beside={<CloseButton size={42} aria-label={uiTexts.closeCalculator} onClick={onClose} />}
      />
    </div>
  )
}
