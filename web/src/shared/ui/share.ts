// Ways to share: texts through WhatsApp, texts and files through the device's own sharing.

/** Opens WhatsApp, in its app where it is installed, with the text ready to be sent. */
export const whatsAppLink = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`

/** Whether the device's own sharing takes this. */
export function canShare(data: ShareData): boolean {
  if (typeof navigator.share !== 'function') return false
  // Those that cannot be asked share texts, and no files.
  return navigator.canShare?.(data) ?? !data.files
}
