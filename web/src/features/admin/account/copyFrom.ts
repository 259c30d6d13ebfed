import { notify } from '@/shared/ui/notify'
import { secondFactorTexts } from './messages'

/** Copies the text; if the browser does not allow it, selects it in its element. */
export async function copyFrom(element: HTMLElement | null, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(secondFactorTexts.copied)
  } catch {
    if (element) getSelection()?.selectAllChildren(element)
    notify.info(secondFactorTexts.notCopied)
  }
}
