// Mail templates: preview and test mail.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { EmailTemplateInput, Placeholder } from '../types'

/** The preview of a template with sample values, and its placeholders. */
export const templatePreviewQuery = (id: string, body: EmailTemplateInput) =>
  queryOptions({
    queryKey: ['template-preview', id, body],
    queryFn: async () => {
      const { data } = await ok(
        api.POST('/api/v1/admin/emailtemplates/{id}/preview', { params: { path: { id } }, body }),
      )
      // The API document does not describe these objects.
      return { ...data, placeholders: data.placeholders as unknown as Placeholder[] }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Sends the saved template with sample values, to the caller unless an address is given. */
export const sendTestMail = (id: string, email: string) =>
  ok(
    api.POST('/api/v1/admin/emailtemplates/{id}/test', {
      params: { path: { id } },
      body: { email: email || null },
    }),
  )
