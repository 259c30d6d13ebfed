import { expect, it } from 'vitest'
import { proofReasonTexts } from './messages'
import { proofReason } from './serverDemands'

it.each([
  ['PUT', '/api/v1/admin/questions/update/q1', proofReasonTexts.key],
  ['PUT', '/api/v1/admin/questions/q1/key', proofReasonTexts.key],
  ['PUT', '/api/v1/admin/questions/q1/withdrawn', proofReasonTexts.withdrawn],
  ['POST', '/api/v1/admin/questions/import', proofReasonTexts.import],
  ['POST', '/api/v1/admin/users/u1/erase', proofReasonTexts.erase],
  ['GET', '/api/v1/admin/users/u1/export', proofReasonTexts.personalData],
  ['GET', '/api/v1/admin/exports/students', proofReasonTexts.personalData],
  ['GET', '/api/v1/me/prove', proofReasonTexts.personalData],
  ['PUT', '/api/v1/admin/users/u1/password', proofReasonTexts.password],
  ['PUT', '/api/v1/admin/users/u1/role', proofReasonTexts.role],
  ['POST', '/api/v1/admin/users/add', proofReasonTexts.staff],
  ['POST', '/api/v1/admin/moderators/add', proofReasonTexts.staff],
  ['DELETE', '/api/v1/admin/users/u1', proofReasonTexts.account],
  ['PUT', '/api/v1/admin/users/u1', proofReasonTexts.signIn],
  ['DELETE', '/api/v1/admin/users/u1/sessions', proofReasonTexts.sessions],
  ['DELETE', '/api/v1/admin/users/u1/sessions/s1', proofReasonTexts.sessions],
  ['POST', '/api/v1/me/second-factor/remove', proofReasonTexts.factor],
  ['DELETE', '/api/v1/admin/users/u1/second-factor', proofReasonTexts.factor],
  ['POST', '/api/v1/admin/students-subscriptions', proofReasonTexts.plan],
  ['POST', '/api/v1/admin/students-subscriptions/s1/days', proofReasonTexts.days],
  ['PUT', '/api/v1/admin/emailtemplates/update/e1', proofReasonTexts.template],
  ['POST', '/api/v1/admin/exams/add', proofReasonTexts.other],
])('says why %s %s needs a proof', (method, path, why) => {
  expect(proofReason({ method, path })).toBe(why)
})
