// A list is exported as its screen shows it.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { auditExportUrl } from '@/shared/api/queries/backOffice'
import { fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { listToolTexts } from '../messages'

/** As in Chrome 105 and Firefox 111, which the back office runs in. */
const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size')
beforeEach(() => {
  Reflect.deleteProperty(URLSearchParams.prototype, 'size')
  vi.stubEnv('TZ', 'Africa/Lagos')
})
afterEach(() => {
  if (size) Object.defineProperty(URLSearchParams.prototype, 'size', size)
  vi.unstubAllEnvs()
})

it('takes what narrows the audit along in browsers without URLSearchParams.size', () => {
  expect(auditExportUrl('key', { entity: 'question' })).toBe(
    '/api/v1/admin/audit/export?q=key&entity=question',
  )
  expect(auditExportUrl(undefined, {})).toBe('/api/v1/admin/audit/export')
})

it.each([
  [
    '/admin/payments?q=ada&state=paid&from=2026-03-01&to=2026-03-01&page=3&sort=amount&nonsense=1',
    'payments?format=csv&q=ada&state=paid&from=2026-02-28T23%3A00%3A00.000Z&to=2026-03-01T23%3A00%3A00.000Z',
  ],
  ['/admin/contactus?isReply=false', 'messages?format=csv&isReply=false'],
  ['/admin/subscribenewsletter?q=x%26y', 'newsletter?format=csv&q=x%26y'],
  ['/admin/students?accountStatus=Blocked', 'students?format=csv&accountStatus=Blocked'],
])('%s exports the rows that it shows', async (screenAt, file) => {
  const none = { data: [], total: 0 }
  fakeApi({
    'GET /admin/payments': none,
    'GET /admin/contactus': none,
    'GET /admin/subscribenewsletter': { subscribers: [], total: 0 },
    'GET /admin/customers': { customers: [], total: 0 },
    'GET /admin/exams': none,
  })
  renderAdmin(screenAt)
  await userEvent.click(await screen.findByRole('button', { name: listToolTexts.exportList }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getByRole('menuitem', { name: listToolTexts.csv })).toHaveAttribute(
    'href',
    `/api/v1/admin/exports/${file}`,
  )
})
