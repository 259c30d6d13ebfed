// A QR code, dark on white in every colour scheme, because readers expect that.

/** The width of the white margin that readers need, in modules (ISO/IEC 18004). */
const QUIET = 4

export function QrCode({ rows, label }: QrCodeProps) {
  const size = rows.length + 2 * QUIET
  const dark = rows
    .flatMap((row, y) => [...row].map((one, x) => (one === '1' ? square(x, y) : '')))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={232}
      height={232}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ display: 'block', maxWidth: '100%', borderRadius: 8 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}

const square = (x: number, y: number) => `M${x + QUIET} ${y + QUIET}h1v1h-1z`

interface QrCodeProps {
  /** One text of `1` (dark) and `0` per row. */
  rows: string[]
  label: string
}
