/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Once the browser has surely begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
