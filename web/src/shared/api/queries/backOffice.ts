// Administrators' calls about people, their messages and their payments.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, keyed, ok } from '../client'
import type {
  AuditEntry,
  EmailTemplateInput,
  GiveSubscription,
  ListQuery,
  PageQuery,
  Placeholder,
  SaveSubjects,
  User,
} from '../types'

/** The query parameters of a list. */
const queryOf = ({ filters, ...ask }: ListQuery): PageQuery => ({ ...ask, ...filters })

export type ExportList = 'students' | 'subscriptions' | 'payments' | 'messages' | 'newsletter'

/** The address of an export of all matching rows of a list. */
export function exportUrl(
  list: ExportList,
  format: 'csv' | 'xlsx' | 'jsonl',
  { q, filters }: Pick<ListQuery, 'q' | 'filters'>,
): string {
  const query = new URLSearchParams({ format, ...(q && { q }), ...filters })
  return `/api/v1/admin/exports/${list}?${query}`
}

const of = (id: string) => ({ params: { path: { id } } })

export const readPerson = (id: string) =>
  ok(api.GET('/api/v1/admin/users/{id}', of(id))).then(({ user }) => user)

export const setPassword = (id: string, password: string) =>
  ok(api.PUT('/api/v1/admin/users/{id}/password', { ...of(id), body: { password } }))

/** Sets the status of an account; its sessions end. */
export const setStatus = (id: string, accountStatus: User['accountStatus']) =>
  ok(api.PUT('/api/v1/admin/customers/{id}/status', { ...of(id), body: { accountStatus } }))

/** Sets the status of all students that the list finds, if there are as many as expected. */
export const setStatusOfAll = (
  ask: ListQuery,
  accountStatus: User['accountStatus'],
  expected: number,
) =>
  ok(
    api.PUT('/api/v1/admin/customers', {
      params: { query: queryOf(ask) },
      body: { accountStatus, expected },
    }),
  ).then(({ data }) => data)

export const makeAdmin = (id: string, isSuperAdmin: boolean) =>
  ok(api.PUT('/api/v1/admin/users/{id}/role', { ...of(id), body: { isSuperAdmin } }))

export const exportPerson = (id: string) =>
  ok(api.GET('/api/v1/admin/users/{id}/export', of(id))).then(({ data }) => data)

export const erasePerson = (id: string) => ok(api.POST('/api/v1/admin/users/{id}/erase', of(id)))

/** Mails a new link; the response is the same for every address. */
export const resendActivation = (email: string) =>
  ok(api.POST('/api/v1/activate-account/resend', { body: { email } }))

const own = (userId: string, ask: PageQuery) => ({
  params: { path: { userId }, query: { ...ask } },
})

export const subscriptionsOf = (userId: string, ask: PageQuery) =>
  ok(api.GET('/api/v1/user-subscription-list/{userId}', own(userId, ask)))

export const registrationsOf = (userId: string, ask: PageQuery) =>
  ok(api.GET('/api/v1/get-saved-subjects/{userId}', own(userId, ask)))

export const resultsOf = (userId: string, ask: PageQuery) =>
  ok(api.GET('/api/v1/get-results/{userId}', own(userId, ask)))

/** Gives a student a plan without payment. */
export const givePlan = (body: GiveSubscription, key: string) =>
  ok(api.POST('/api/v1/admin/students-subscriptions', { body, ...keyed(key) }))

/** Adds days to a student's plan. */
export const addDays = (id: string, body: { days: number; reason: string }, key: string) =>
  ok(api.POST('/api/v1/admin/students-subscriptions/{id}/days', { ...of(id), body, ...keyed(key) }))

export const plansOf = (exam?: string) =>
  ok(
    api.GET('/api/v1/admin/subscriptions', {
      params: { query: { limit: 0, ...(exam && { exam }) } },
    }),
  ).then(({ data }) => data)

export const studentSubscriptions = (ask: ListQuery) =>
  ok(api.GET('/api/v1/admin/students-subscriptions', { params: { query: queryOf(ask) } })).then(
    ({ data, total }) => ({ rows: data, total }),
  )

export const allRegistrations = (ask: ListQuery) =>
  ok(api.GET('/api/v1/get-students-exam-subjects/', { params: { query: queryOf(ask) } })).then(
    ({ data, total }) => ({ rows: data, total }),
  )

export const deleteRegistration = (id: string) =>
  ok(api.DELETE('/api/v1/delete-saved-exam-subjects/{id}', of(id)))

/** Replaces the registered subjects, based on the version that was read. */
export const replaceSubjects = (
  body: Pick<SaveSubjects, 'userId' | 'examId' | 'subjects' | 'version'>,
) => ok(api.POST('/api/v1/save-exam-subjects', { body: body as SaveSubjects }))

/** Declines a student's change request, based on the version that was read. */
export const refuseSubjectsChange = (id: string, body: { reason: string; version: number }) =>
  ok(api.POST('/api/v1/admin/registrations/{id}/refuse-change', { params: { path: { id } }, body }))

/** All subjects of the catalogue. */
export const allSubjects = () =>
  ok(api.GET('/api/v1/admin/subjects', { params: { query: { limit: 0 } } })).then(
    ({ data }) => data,
  )

export const contactMessages = (ask: ListQuery) =>
  ok(api.GET('/api/v1/admin/contactus', { params: { query: queryOf(ask) } })).then(
    ({ data, total }) => ({ rows: data, total }),
  )

export const contactMessage = (id: string) =>
  ok(api.GET('/api/v1/admin/contactus/{id}', of(id))).then(({ data }) => data)

export const contactReplies = (id: string) =>
  ok(api.GET('/api/v1/admin/contactus/reply/{id}', of(id))).then(({ replies }) => replies)

export const replyToContact = (id: string, replyMessage: string, key: string) =>
  ok(
    api.POST('/api/v1/admin/contactus/reply/{id}', {
      ...of(id),
      body: { replyMessage },
      ...keyed(key),
    }),
  )

export const deleteContact = (id: string) => ok(api.DELETE('/api/v1/admin/contactus/{id}', of(id)))

export const newsletterSubscribers = (ask: ListQuery) =>
  ok(api.GET('/api/v1/admin/subscribenewsletter', { params: { query: queryOf(ask) } })).then(
    ({ subscribers, total }) => ({ rows: subscribers, total }),
  )

export const deleteSubscriber = (id: string) =>
  ok(api.DELETE('/api/v1/admin/subscribenewsletter/{id}', of(id)))

export const sentMails = (ask: ListQuery) =>
  ok(api.GET('/api/v1/admin/mails', { params: { query: queryOf(ask) } })).then(
    ({ data, total }) => ({ rows: data, total }),
  )

/** Writes a mail anew and sends it. */
export const resendMail = (id: string) => ok(api.POST('/api/v1/admin/mails/{id}/resend', of(id)))

/** Removes a failed mail from the list. */
export const dismissMail = (id: string) => ok(api.DELETE('/api/v1/admin/mails/{id}', of(id)))

export const payments = (ask: ListQuery) =>
  ok(api.GET('/api/v1/admin/payments', { params: { query: queryOf(ask) } })).then(
    ({ data, total }) => ({ rows: data, total }),
  )

export const readPayment = (reference: string) =>
  ok(api.GET('/api/v1/admin/payments/{reference}', { params: { path: { reference } } })).then(
    ({ data }) => data,
  )

/** Checks one payment, or twenty open ones, with the gateway. */
export const reconcile = (reference?: string) =>
  ok(api.POST('/api/v1/admin/payments/reconcile', { body: { reference: reference ?? null } })).then(
    ({ data }) => data,
  )

/** The dashboard for administrators. */
const readDashboard = (months: number) =>
  ok(api.GET('/api/v1/admin/dashboard', { params: { query: { months } } })).then(({ data }) => data)

export type Dashboard = Awaited<ReturnType<typeof readDashboard>>

/** The dashboard with a chart of this many months. */
export const dashboardQuery = (months: number) =>
  queryOptions({
    queryKey: ['dashboard', months],
    queryFn: () => readDashboard(months),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

// Mail templates: preview and test mail.

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

// The audit log.

/** The filters of the audit log; days are `YYYY-MM-DD`. */
export const auditFilters = ['user', 'entity', 'action', 'record', 'about', 'from', 'to'] as const

export type AuditFilters = { [Name in (typeof auditFilters)[number]]?: string }

/** A page of the log. */
export async function auditPage(ask: PageQuery, filters: AuditFilters) {
  const params = { query: { ...ask, ...filters } }
  const { data, total } = await ok(api.GET('/api/v1/admin/audit', { params }))
  // The API document does not describe the content of the values.
  return { rows: data as unknown as AuditEntry[], total }
}

export const auditQuery = (ask: PageQuery, filters: AuditFilters) =>
  queryOptions({
    queryKey: ['audit', ask, filters],
    queryFn: () => auditPage(ask, filters),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The address of the export of all matching entries. */
export function auditExportUrl(q: string | undefined, filters: AuditFilters): string {
  // Not by `size`, which the oldest browsers of the back office do not have.
  const query = new URLSearchParams({ ...(q && { q }), ...filters }).toString()
  return `/api/v1/admin/audit/export${query && `?${query}`}`
}

/**
 * People who may have made changes: moderators, and administrators, whom only super admins may
 * list.
 */
export const staffQuery = (ofAdmins: boolean) =>
  queryOptions({
    queryKey: ['audit', 'staff', ofAdmins],
    queryFn: async () => {
      const params = { query: { page: 1, limit: 1000, sort: 'first_name' } }
      const [{ users }, { moderators }] = await Promise.all([
        ofAdmins ? ok(api.GET('/api/v1/admin/users', { params })) : { users: [] },
        ok(api.GET('/api/v1/admin/moderators', { params })),
      ])
      return [...users, ...moderators]
    },
    staleTime: 60_000,
  })

// Pictures in rich texts, stored by the server.

/** Uploads a picture and returns its address. */
export function uploadPicture(file: File): Promise<string> {
  const form = new FormData()
  form.set('file', file)
  return ok(
    // The API document describes the file's bytes as `string`.
    api.POST('/api/upload-image', { body: { file: '' }, bodySerializer: () => form }),
  ).then(({ url }) => url)
}
