// The words of Sabi's mails beyond their form: how one looks, and a test mail.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { EmailTemplateInput, Placeholder } from '../types'

/** How a template with these words looks, filled with samples, and what it may name. */
export const templatePreviewQuery = (id: string, body: EmailTemplateInput) =>
  queryOptions({
    queryKey: ['template-preview', id, body],
    queryFn: async () => {
      const { data } = await ok(
        api.POST('/api/v1/admin/emailtemplates/{id}/preview', { params: { path: { id } }, body }),
      )
      // The document says only that they are objects.
      return { ...data, placeholders: data.placeholders as unknown as Placeholder[] }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Sends the template as it is saved, filled with samples; to the caller unless an address is named. */
export const sendTestMail = (id: string, email: string) =>
  ok(
    api.POST('/api/v1/admin/emailtemplates/{id}/test', {
      params: { path: { id } },
      body: { email: email || null },
    }),
  )
