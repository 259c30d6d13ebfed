// In place of the picture of a piece of news that has none: one of two by turns.

interface NewsArtProps {
  /** Its place among others. */
  place: number
  className?: string | undefined
}

export function NewsArt({ place, className }: NewsArtProps) {
  const isOdd = place % 2 === 0
  return (
    <svg
      className={className}
      viewBox="0 0 640 280"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="640" height="280" fill={isOdd ? '#0f5f3b' : '#0a4229'} />
      <circle cx={isOdd ? 560 : 80} cy="20" r="170" fill="#147348" />
      <circle cx={isOdd ? 90 : 520} cy="290" r="120" fill={isOdd ? '#0a4229' : '#0f5f3b'} />
      {isOdd ? (
        <path d="M262 142l38 38 78-94" {...line} stroke="#ffb433" strokeWidth="26" />
      ) : (
        <path
          d="M250 186v-40M298 186v-72M346 186v-56M394 186v-104"
          {...line}
          stroke="#ffb433"
          strokeWidth="24"
        />
      )}
    </svg>
  )
}

const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
