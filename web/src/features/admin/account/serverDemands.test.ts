import { expect, it } from 'vitest'
import { messages } from './messages'
import { proofReason } from './serverDemands'

const words = messages.proofReasons
it.each([
  ['PUT', '/api/v1/admin/questions/update/q1', words.key],
  ['PUT', '/api/v1/admin/questions/q1/key', words.key],
  ['PUT', '/api/v1/admin/questions/q1/withdrawn', words.withdrawn],
  ['POST', '/api/v1/admin/questions/import', words.import],
  ['POST', '/api/v1/admin/users/u1/erase', words.erase],
  ['GET', '/api/v1/admin/users/u1/export', words.personalData],
  ['GET', '/api/v1/admin/exports/students', words.personalData],
  ['GET', '/api/v1/me/prove', words.personalData],
  ['PUT', '/api/v1/admin/users/u1/password', words.password],
  ['PUT', '/api/v1/admin/users/u1/role', words.role],
  ['POST', '/api/v1/admin/users/add', words.staff],
  ['POST', '/api/v1/admin/moderators/add', words.staff],
  ['DELETE', '/api/v1/admin/users/u1', words.account],
  ['PUT', '/api/v1/admin/users/u1', words.signIn],
  ['DELETE', '/api/v1/admin/users/u1/sessions', words.sessions],
  ['DELETE', '/api/v1/admin/users/u1/sessions/s1', words.sessions],
  ['POST', '/api/v1/me/second-factor/remove', words.factor],
  ['DELETE', '/api/v1/admin/users/u1/second-factor', words.factor],
  ['POST', '/api/v1/admin/students-subscriptions', words.plan],
  ['POST', '/api/v1/admin/students-subscriptions/s1/days', words.days],
  ['PUT', '/api/v1/admin/emailtemplates/update/e1', words.template],
  ['POST', '/api/v1/admin/exams/add', words.other],
])('says why %s %s needs a proof', (method, path, why) => {
  expect(proofReason({ method, path })).toBe(why)
})
