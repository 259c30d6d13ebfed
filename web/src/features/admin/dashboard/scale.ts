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
