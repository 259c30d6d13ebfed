// Whether a form makes another stored option the key, so that the server re-marks results.
import type { AdminQuestion } from '@/api/types'

/** The id of that option; none where the key stays, or a new option becomes it. The server keeps an
 *  option's id where its text stays, wherever it is put, and where it is mended in its place. */
export function movedKey(
  { options, correctAns }: Pick<AdminQuestion, 'options' | 'correctAns'>,
  texts: readonly string[],
  right: number | null,
): string | null {
  const text = right === null ? undefined : texts[right - 1]
  if (right === null || !text) return null
  const filled = texts.filter((one) => one !== '')
  const place = texts.slice(0, right - 1).filter((one) => one !== '').length
  const stood = filled.length === options.length ? options[place] : undefined
  const mended = stood && !filled.includes(stood.option) ? stood : undefined
  const option = options.find((one) => one.option === text) ?? mended
  return option && option._id !== correctAns ? option._id : null
}
