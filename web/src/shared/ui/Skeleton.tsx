// Placeholders for cards, rows or panels, as large as those, so that the page does not jump.
import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { common } from '@/shared/i18n/common'
import { uiTexts } from './messages'
import styles from './states.module.css'

export function Skeleton({ count, height, width, className = styles.skeleton }: SkeletonProps) {
  const size = {
    ...(height && { '--skeleton-height': `${height}px` }),
    ...(width && { '--skeleton-width': `${width}px` }),
  } as CSSProperties
  return (
    <div role="status" aria-busy className={className} data-skeleton style={size}>
      <VisuallyHidden>{common.loading}</VisuallyHidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className={styles.line} aria-hidden />
      ))}
      <span className={styles.skeletonSlow}>{uiTexts.slow}</span>
    </div>
  )
}

interface SkeletonProps {
  count: number
  /** Height of each in pixels. */
  height?: number
  /** Least width of each in pixels, as many side by side as fit; one per line without it. */
  width?: number
  /** Class for another layout. */
  className?: string | undefined
}
