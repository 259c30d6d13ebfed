// In place of the picture of a piece of news that has none.

export function NewsArt({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 640 360"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="640" height="360" fill="#0f5f3b" />
      <circle cx="560" cy="40" r="180" fill="#147348" />
      <circle cx="90" cy="340" r="130" fill="#0a4229" />
      <path
        d="M236 178l56 58 116-142"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        stroke="#ffb433"
        strokeWidth="36"
      />
    </svg>
  )
}
