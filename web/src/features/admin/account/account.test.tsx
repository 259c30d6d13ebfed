// One's own account: the second factor step by step, what a role must have first, and proving again.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { codeTexts } from '@/shared/ui/CodeField'
import { admin, owner, session, student } from '@/testing/data'
import { type Asked, failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { peopleTexts } from '../people/messages'
import { proofReasonTexts, proofTexts, secondFactorTexts } from './messages'

const codes = Array.from({ length: 10 }, (_, i) => `aaaa-bbbb-cccc-000${i}`)
const off = { since: null, recoveryCodes: 0, required: false }
const on = { since: '2026-03-05T14:30:00.000Z', recoveryCodes: 10, required: false }
const setup = { secret: 'ABCD EFGH', uri: 'otpauth://totp/Sabi', qr: ['101', '010', '101'] }

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const made = (log: Asked[], call: string) =>
  log.filter(({ method, path }) => `${method} ${path}` === call)

function opened(more: Parameters<typeof fakeApi>[0] = {}, path = '/admin/account') {
  const log = fakeApi({
    'GET /me/sessions': { data: [session()] },
    'GET /me/second-factor': { data: off },
    'POST /me/second-factor': { data: setup },
    ...more,
  })
  return { log, router: renderAdmin(path) }
}

describe('the second factor', () => {
  it('is set up by a code, and its recovery codes are kept before one goes on', async () => {
    let state: object = off
    opened({
      'GET /me/second-factor': () => ({ data: state }),
      'PUT /me/second-factor': ({ body }) => {
        if ((body as { otp: string }).otp !== '123456') {
          return failure(422, 'invalid', 'Check it', { otp: 'This code is wrong.' })
        }
        state = on
        return { data: { recoveryCodes: codes } }
      },
    })
    await press(secondFactorTexts.setUp)
    const qr = await screen.findByRole('img', { name: secondFactorTexts.qr })
    // Four white squares around, and five dark ones in it.
    expect(qr).toHaveAttribute('viewBox', '0 0 11 11')
    expect(qr.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(5)
    expect(screen.getByRole('heading', { name: secondFactorTexts.setUpTitle })).toHaveFocus()
    // Not every app takes the dashes.
    expect(screen.getByLabelText(secondFactorTexts.key)).toHaveTextContent('ABCD EFGH')
    await userEvent.type(screen.getByLabelText(codeTexts.code), '000000')
    await press(secondFactorTexts.turnOn)
    expect(await screen.findByText('This code is wrong.')).toBeVisible()
    await userEvent.clear(screen.getByLabelText(codeTexts.code))
    await userEvent.type(screen.getByLabelText(codeTexts.code), '123456{Enter}')
    const list = await screen.findByRole('list', { name: secondFactorTexts.codes })
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    await press(secondFactorTexts.done)
    expect(await screen.findByText(secondFactorTexts.keepFirst)).toBeVisible()
    expect(screen.getByLabelText(secondFactorTexts.kept)).toHaveFocus()
    await userEvent.click(screen.getByLabelText(secondFactorTexts.kept))
    await press(secondFactorTexts.done)
    expect(await screen.findByText(secondFactorTexts.since)).toBeVisible()
    expect(screen.queryByText(codes[0] ?? '')).toBeNull()
  })

  it('is removed by a code, and says what that means where it must be', async () => {
    let state: object = { ...on, recoveryCodes: 1, required: true }
    const { log } = opened({
      'GET /me/second-factor': () => ({ data: state }),
      'POST /me/second-factor/remove': () => {
        state = off
        return { message: 'Removed.' }
      },
    })
    expect(await screen.findByText(secondFactorTexts.few)).toBeVisible()
    await press(secondFactorTexts.remove)
    expect(await screen.findByText(secondFactorTexts.removeRequired)).toBeVisible()
    await userEvent.type(screen.getByLabelText(codeTexts.code), '123456')
    await press(secondFactorTexts.removeNow)
    expect(await screen.findByText('Removed.')).toBeVisible()
    expect(await screen.findByRole('button', { name: secondFactorTexts.setUp })).toBeVisible()
    expect(made(log, 'POST /me/second-factor/remove').map(({ body }) => body)).toEqual([
      { otp: '123456' },
    ])
  })
})

it('stands before every screen where it must be set up first, and then leads on', async () => {
  let open = false
  const { router } = opened(
    {
      'GET /admin/subscribenewsletter': () =>
        open
          ? { subscribers: [], total: 0 }
          : failure(403, 'second-factor-needed', 'Please set up your second factor first.'),
      'PUT /me/second-factor': () => {
        open = true
        return { data: { recoveryCodes: codes } }
      },
    },
    '/admin/subscribenewsletter',
  )
  expect(await screen.findByRole('heading', { name: secondFactorTexts.firstTitle })).toBeVisible()
  expect(screen.getByText(secondFactorTexts.firstText)).toBeVisible()
  await press(secondFactorTexts.setUp)
  await userEvent.type(await screen.findByLabelText(codeTexts.code), '123456{Enter}')
  await userEvent.click(await screen.findByLabelText(secondFactorTexts.kept))
  await press(secondFactorTexts.done)
  expect(await screen.findByText('No records found')).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/subscribenewsletter')
  expect(screen.queryByText(secondFactorTexts.firstText)).toBeNull()
})

describe('a dangerous call', () => {
  /** Erases a student, which the server refuses until this was proved. */
  async function erased(proof: 'prove-password' | 'prove-code', prove: () => Response | object) {
    let proved = false
    const log = fakeApi({
      'GET /country': { countries: [], minAgeDays: 6500 },
      'GET /user-subscription-list/u1': { data: [], total: 0 },
      'GET /get-saved-subjects/u1': { data: [], total: 0 },
      'GET /get-results/u1': { quizes: [], total: 0 },
      'GET /admin/customers': { customers: [], total: 0 },
      'GET /admin/users/u1': { user: student },
      'GET /admin/users/u1/sessions': { data: [] },
      'POST /admin/users/u1/erase': () =>
        proved ? { message: 'Gone.' } : failure(403, proof, 'Please prove it.'),
      'POST /me/prove': () => {
        const answer = prove()
        proved = !(answer instanceof Response)
        return answer as Response
      },
    })
    renderAdmin('/admin/students/u1', owner)
    await press(peopleTexts.erase)
    await userEvent.type(
      await screen.findByLabelText(peopleTexts.eraseType(student.email)),
      student.email,
    )
    await press(peopleTexts.eraseNow)
    return { log, dialog: await screen.findByRole('dialog', { name: proofTexts.title }) }
  }

  it('asks for the password again, reports a wrong one, and repeats the call', async () => {
    let right = false
    const { log, dialog } = await erased('prove-password', () =>
      right
        ? { message: 'Thank you.' }
        : failure(422, 'invalid', 'No', { password: 'It is wrong.' }),
    )
    expect(within(dialog).getByText(proofReasonTexts.erase)).toBeVisible()
    const field = within(dialog).getByLabelText(proofTexts.label)
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.type(field, 'x{Enter}')
    expect(await within(dialog).findByText('It is wrong.')).toBeVisible()
    expect(made(log, 'POST /admin/users/u1/erase')).toHaveLength(1)
    right = true
    await userEvent.type(field, 'y{Enter}')
    expect(await screen.findByText('Gone.')).toBeVisible()
    expect(made(log, 'POST /admin/users/u1/erase')).toHaveLength(2)
    expect(made(log, 'POST /me/prove').at(-1)?.body).toEqual({ password: 'xy', otp: '' })
  })

  it('asks for a code of those who have a second factor', async () => {
    const { dialog } = await erased('prove-code', () => ({ message: 'Thank you.' }))
    await userEvent.type(within(dialog).getByLabelText(codeTexts.code), '123456{Enter}')
    expect(await screen.findByText('Gone.')).toBeVisible()
  })

  it('is refused as it was where that is not given', async () => {
    const { log, dialog } = await erased('prove-code', () => ({}))
    await userEvent.click(within(dialog).getByRole('button', { name: proofTexts.cancel }))
    expect(await screen.findByText('Please prove it.')).toBeVisible()
    expect(screen.queryByRole('dialog', { name: proofTexts.title })).toBeNull()
    expect(made(log, 'POST /me/prove')).toEqual([])
    expect(made(log, 'POST /admin/users/u1/erase')).toHaveLength(1)
  })
})

it('is where the name in the menu leads', async () => {
  opened()
  const link = await screen.findByRole('link', { name: `${admin.first_name} ${admin.last_name}` })
  expect(link).toHaveAttribute('href', '/admin/account')
})
