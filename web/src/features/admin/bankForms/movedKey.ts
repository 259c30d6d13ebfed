// Whether a form makes another stored option the key, so that the server re-marks results.
import type { AdminQuestion } from '@/shared/api/types'

/**
 * The id of that option; null if the key stays, or a new option becomes it. An option keeps its id
 * if its text is unchanged at any place, or if its text is corrected in place.
 */
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
  const edited = stood && !filled.includes(stood.option) ? stood : undefined
  const option = options.find((one) => one.option === text) ?? edited
  return option && option._id !== correctAns ? option._id : null
}
