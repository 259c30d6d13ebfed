import { notify } from '@/shared/ui/notify'
import { copyText } from '@/shared/ui/share'
import { secondFactorTexts } from './messages'

/** Copies the text; if the browser does not allow it, selects it in its element. */
export async function copyFrom(element: HTMLElement | null, text: string): Promise<void> {
  if (await copyText(text)) return notify.success(secondFactorTexts.copied)
  if (element) getSelection()?.selectAllChildren(element)
  notify.info(secondFactorTexts.notCopied)
}
