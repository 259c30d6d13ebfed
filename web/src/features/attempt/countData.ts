// Counts what a running test uses of the student's data, for its result to tell.
import { isStarting } from '@/shared/attempt/handOver'
import { addUsed, bytesOf } from '@/shared/device/dataUsed'

let counted: string | null = null
let counts = false

/** Counts for this attempt from now on. Returns the way to stop. */
export function countData(id: string): () => void {
  counted = id
  if (!counts && 'PerformanceObserver' in window) {
    counts = true
    const [page] = performance.getEntriesByType('navigation')
    // In a window of its own all that came before is of the test too.
    const own = page && (page.name.includes(id) || isStarting(page.name))
    const from = own ? 0 : performance.now()
    new PerformanceObserver((list) => {
      const since = list.getEntries().filter(({ startTime }) => startTime >= from)
      const bytes = since.map((entry) => bytesOf(entry as PerformanceResourceTiming))
      if (counted)
        addUsed(
          counted,
          bytes.reduce((sum, one) => sum + one, 0),
        )
    }).observe({ type: 'resource', buffered: true })
    if (from === 0 && page) addUsed(id, bytesOf(page as PerformanceNavigationTiming))
  }
  return () => {
    counted = null
  }
}
