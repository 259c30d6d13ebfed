// The files of pasted pictures, in formats that the server accepts.
import { words } from './messages'

const taken: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** Milliseconds to wait for a picture from another host. */
const PATIENCE = 20_000

/** Why there is no file of a picture; the message is for the user. */
export class NoPicture extends Error {}

/**
 * The file of a picture, downloaded where only its address is known.
 * @throws {NoPicture}
 */
export async function pictureFile(from: File | string | null): Promise<File> {
  if (from === null) throw new NoPicture(words.notOnClipboard)
  const blob = typeof from === 'string' ? await fetched(from) : from
  return takenKind(blob).catch(() => {
    throw new NoPicture(words.unreadable)
  })
}

async function fetched(address: string): Promise<Blob> {
  const { host } = new URL(address)
  const answer = await fetch(address, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch((thrown) => {
    const isLate = thrown instanceof DOMException && thrown.name === 'TimeoutError'
    // Browsers do not tell a refusal of the host (CORS) from a host that cannot be reached.
    throw new NoPicture(isLate ? words.silent(host) : words.refused(host))
  })
  if (!answer.ok) throw new NoPicture(words.answered(host, String(answer.status)))
  return answer.blob().catch(() => {
    throw new NoPicture(words.silent(host))
  })
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
