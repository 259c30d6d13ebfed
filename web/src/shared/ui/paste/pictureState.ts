// The state of pasted pictures that are not uploaded yet.

/** Whether a picture is uploading or has to be chosen; null if all are uploaded. */
export function unfinishedPicture(html: string): 'uploading' | 'missing' | null {
  const images = html.match(/<img\b[^>]*>/gi) ?? []
  if (images.some((image) => image.includes(' data-uploading'))) return 'uploading'
  return images.some((image) => !/\ssrc="[^"]+"/i.test(image)) ? 'missing' : null
}
