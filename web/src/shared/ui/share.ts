// Ways out of the app: texts through WhatsApp, texts and files through the device's own sharing, texts
// by the clipboard, files by a download.

/** Opens WhatsApp, in its app where it is installed, with the text ready to be sent. */
export const whatsAppLink = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`

/** Whether the device's own sharing takes this. */
export function canShare(data: ShareData): boolean {
  if (typeof navigator.share !== 'function') return false
  // Those that cannot be asked share texts, and no files.
  return navigator.canShare?.(data) ?? !data.files
}

/** Returns false if the browser does not allow it; pages without https have no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Starts a download of a file in the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // By then the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
