// The calls for photographs of the working, as one object, so that tests can put a model in place.
import { api, ok } from '@/shared/api/client'
import type { components } from '@/shared/api/schema'
import type { ResponseOf } from '@/shared/api/types'
import type { KeptPhotograph } from './store'

export type Photograph = ResponseOf<components['schemas']['Photograph']>

export interface PhotographCalls {
  list: (attempt: string) => Promise<Photograph[]>
  put: (kept: KeptPhotograph) => Promise<unknown>
  remove: (attempt: string, id: string) => Promise<unknown>
}

const place = (id: string, photographId: string) => ({ params: { path: { id, photographId } } })

export const photographCalls: PhotographCalls = {
  list: async (id) =>
    (await ok(api.GET('/api/v1/attempts/{id}/photographs', { params: { path: { id } } }))).data,
  put: ({ attempt, id, theory, file }) => {
    const form = new FormData()
    form.set('theory', theory)
    form.set('file', new Blob([file], { type: 'image/jpeg' }), 'photograph.jpg')
    return ok(
      api.PUT('/api/v1/attempts/{id}/photographs/{photographId}', {
        ...place(attempt, id),
        // The API document describes the file's bytes as `string`.
        body: { theory, file: '' },
        bodySerializer: () => form,
      }),
    )
  },
  remove: (attempt, id) =>
    ok(api.DELETE('/api/v1/attempts/{id}/photographs/{photographId}', place(attempt, id))),
}
