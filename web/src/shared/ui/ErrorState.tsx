// Shown by a screen whose data could not be loaded, with a "Try again" button.
import { Button } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { common } from '@/shared/i18n/common'
import styles from './states.module.css'

export function ErrorState({ message = common.failed, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      <TriangleAlert size={20} aria-hidden />
      <div>{message}</div>
      {onRetry && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
    </div>
  )
}

interface ErrorStateProps {
  message?: string
  onRetry?: () => void
}
