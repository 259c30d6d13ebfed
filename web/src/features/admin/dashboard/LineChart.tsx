// A line chart of a few dozen values. It is an image: the numbers are on it and in the table below.
import { useElementSize } from '@mantine/hooks'
import { formatNumber } from '@/shared/i18n/format'
import styles from './dashboard.module.css'

// The scale of a chart: round numbers, the highest at or above the greatest value.

/** Maximum number of parts of a scale. */
const PARTS = 4

export function scaleTo(greatest: number): { top: number; steps: number[] } {
  const step = roundUp(Math.max(1, greatest) / PARTS)
  const parts = Math.max(1, Math.ceil(greatest / step))
  return { top: step * parts, steps: Array.from({ length: parts + 1 }, (_, i) => i * step) }
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  return Math.max(1, factor * power)
}

export interface Point {
  /** Unique in the chart. */
  key: string
  label: string
  value: number
}

const HEIGHT = 240
/** Margins for the scale, the values and the months. */
const edge = { left: 44, right: 20, top: 28, bottom: 28 }
/** The width of a label in pixels; with less space, labels are left out. */
const LABEL = 36

export function LineChart({ points }: { points: Point[] }) {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} className={styles.chart} aria-hidden>
      {width > 0 && <Drawing points={points} width={width} />}
    </div>
  )
}

function Drawing({ points, width }: { points: Point[]; width: number }) {
  const { top, steps } = scaleTo(Math.max(...points.map(({ value }) => value)))
  const inner = { width: width - edge.left - edge.right, height: HEIGHT - edge.top - edge.bottom }
  const step = inner.width / Math.max(1, points.length - 1)
  const x = (i: number) => edge.left + i * step
  const y = (value: number) => edge.top + inner.height * (1 - value / top)
  const line = points.map(({ value }, i) => `${x(i)},${y(value)}`).join(' ')
  const every = Math.max(1, Math.ceil(LABEL / step))
  // The last month always has a label.
  const labelled = (i: number) => (points.length - 1 - i) % every === 0
  const floor = y(0)
  return (
    <svg width={width} height={HEIGHT} role="presentation">
      {steps.map((value) => (
        <g key={value}>
          <line
            className={styles.grid}
            x1={edge.left}
            x2={width - edge.right}
            y1={y(value)}
            y2={y(value)}
          />
          <text className={styles.axis} x={edge.left - 10} y={y(value)} dy="0.35em" data-at="end">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      <polygon
        className={styles.area}
        points={`${x(0)},${floor} ${line} ${x(points.length - 1)},${floor}`}
      />
      <polyline className={styles.line} points={line} />
      {points.map(({ key, label, value }, i) => (
        <g key={key}>
          <circle className={styles.dot} cx={x(i)} cy={y(value)} r={4}>
            <title>{`${label}: ${formatNumber(value)}`}</title>
          </circle>
          {labelled(i) && (
            <>
              <text className={styles.value} x={x(i)} y={y(value) - 11}>
                {formatNumber(value)}
              </text>
              <text className={styles.axis} x={x(i)} y={HEIGHT - 6}>
                {label}
              </text>
            </>
          )}
        </g>
      ))}
    </svg>
  )
}
