// What stands where cards, rows or panels will be, as large as they, for the page not to jump.
import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { messages } from './messages'
import styles from './Skeleton.module.css'

export function Skeleton({ count, height, width, className = styles.skeleton }: SkeletonProps) {
  const size = {
    ...(height && { '--skeleton-height': `${height}px` }),
    ...(width && { '--skeleton-width': `${width}px` }),
  } as CSSProperties
  return (
    <div role="status" aria-busy className={className} data-skeleton style={size}>
      <VisuallyHidden>{messages.common.loading}</VisuallyHidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className={styles.line} aria-hidden />
      ))}
      <span className={styles.slow}>{messages.kit.slow}</span>
    </div>
  )
}

interface SkeletonProps {
  count: number
  /** Pixels of each. */
  height?: number
  /** Pixels that each takes at least, as many beside each other as fit; a line each unless given. */
  width?: number
  /** A layout of one's own. */
  className?: string | undefined
}
