// The square picture beside a title: a logo, a face. The title says what it is.
import { sized } from './pictures'

export function Mark({ src, side, className }: MarkProps) {
  return (
    <img
      className={className}
      src={sized(src, 'thumb')}
      alt=""
      width={side}
      height={side}
      loading="lazy"
      decoding="async"
    />
  )
}

interface MarkProps {
  src: string
  /** In pixels; at most 64, for which the server's smallest size is made. */
  side: number
  className?: string | undefined
}
