// Pictures of rich texts: kept by the server, and had from there.
import { api, ok } from '../client'

/** Keeps a picture; answers with its address. */
export function uploadPicture(file: File): Promise<string> {
  const form = new FormData()
  form.set('file', file)
  return ok(
    // The document says `string` for the bytes of a file.
    api.POST('/api/upload-image', { body: { file: '' }, bodySerializer: () => form }),
  ).then(({ url }) => url)
}
