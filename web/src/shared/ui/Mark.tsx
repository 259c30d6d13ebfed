// The square picture beside a title: a logo or a face. The title describes it.
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
  /** Pixels; at most 64, since the server's smallest size is made for that. */
  side: number
  className?: string | undefined
}
