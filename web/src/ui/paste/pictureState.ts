// Pictures of a rich text that were pasted and are not there yet.

/** Whether a picture is on its way, or has to be chosen; null where all are there. */
export function unfinishedPicture(html: string): 'uploading' | 'missing' | null {
  const images = html.match(/<img\b[^>]*>/gi) ?? []
  if (images.some((image) => image.includes(' data-uploading'))) return 'uploading'
  return images.some((image) => !/\ssrc="[^"]+"/i.test(image)) ? 'missing' : null
}
