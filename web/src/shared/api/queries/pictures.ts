// Pictures in rich texts, stored by the server.
import { api, ok } from '../client'

/** Uploads a picture and returns its address. */
export function uploadPicture(file: File): Promise<string> {
  const form = new FormData()
  form.set('file', file)
  return ok(
    // The API document describes the file's bytes as `string`.
    api.POST('/api/upload-image', { body: { file: '' }, bodySerializer: () => form }),
  ).then(({ url }) => url)
}
