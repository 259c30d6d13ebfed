// The files of pasted pictures, in formats that the server accepts.

const taken: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** Milliseconds to wait for a picture from another host. */
const PATIENCE = 20_000

/** The file of a picture, downloaded where only its address is known; null where that fails. */
export async function pictureFile(from: File | string | null): Promise<File | null> {
  if (from === null) return null
  try {
    return await takenKind(typeof from === 'string' ? await fetched(from) : from)
  } catch {
    // The other host does not allow it, does not answer, or it is not a picture.
    return null
  }
}

async function fetched(address: string): Promise<Blob> {
  const signal = AbortSignal.timeout(PATIENCE)
  const answer = await fetch(address, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  })
  if (!answer.ok) throw new Error(String(answer.status))
  return await answer.blob()
}

/** Pictures in other formats are converted. */
async function takenKind(blob: Blob): Promise<File> {
  const ending = taken[blob.type]
  if (ending) return new File([blob], `picture.${ending}`, { type: blob.type })
  const picture = await createImageBitmap(blob)
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (drawn === null) throw new Error('nothing drawn')
  return new File([drawn], 'picture.png', { type: 'image/png' })
}
