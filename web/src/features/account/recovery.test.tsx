// Links of mails: activation, and a forgotten password at both doors.
import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { common } from '@/shared/i18n/common'
import { getSession } from '@/shared/session/useSession'
import { student } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderApp, renderStudent } from '@/testing/renderApp'
import { loginTexts } from './messages'
import { activationTexts, recoveryTexts } from './Recovery'

const dead = failure(422, 'invalid', 'Please check it', { token: 'This link is not valid.' })
const path = '/activate-account/abc'
const activated = { message: 'Account activated', email: student.email, user: null }
const holds = { 'GET /password/reset/tok': { message: 'This link is valid.' } }

describe('activation', () => {
  it('uses the link up once, also where effects run twice, and goes to sign-in', async () => {
    const log = fakeApi({ 'GET /activate-account/abc': activated })
    configure({ reactStrictMode: true })
    const router = renderApp(path)
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(await screen.findAllByText('Account activated')).not.toHaveLength(0)
    expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue(student.email)
    expect(log).toHaveLength(1)
    configure({ reactStrictMode: false })
  })

  it('signs in where the account was registered, and uses the link up once', async () => {
    const answers = [{ ...activated, user: student }]
    const log = fakeApi({ 'GET /activate-account/abc': () => answers.pop() ?? dead })
    const router = renderApp(path)
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(getSession()).toMatchObject({ is: 'in', user: { _id: student._id } })
    expect(log.filter(({ path: asked }) => asked === '/activate-account/abc')).toHaveLength(1)
  })

  it('offers a new link where this one is dead', async () => {
    const log = fakeApi({
      'GET /activate-account/abc': dead,
      'POST /activate-account/resend': { message: 'Sent.' },
    })
    renderApp(path)
    expect(await screen.findByText('This link is not valid.')).toBeVisible()
    const send = screen.getByRole('button', { name: activationTexts.send })
    await userEvent.click(send)
    expect(await screen.findByText(loginTexts.emailRequired)).toBeVisible()
    await userEvent.type(screen.getByLabelText('Email'), 'ada@sabi.test')
    await userEvent.click(send)
    // On the page, where it stays: the student needs it longer than a toast is shown.
    const sent = await screen.findByText('Sent.')
    expect(sent).toHaveAttribute('role', 'status')
    expect(sent).toBeVisible()
    expect(log.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  it('tries again where no answer came, but not by itself', async () => {
    let there = false
    const log = fakeApi({
      'GET /activate-account/abc': () => (there ? activated : offline()),
    })
    const router = renderApp(path)
    expect(await screen.findByText(common.offline)).toBeVisible()
    expect(log).toHaveLength(1)
    there = true
    await userEvent.click(screen.getByRole('button', { name: common.retry }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  })

  it('has words where the server has none', async () => {
    fakeApi({ 'GET /activate-account/abc': new Response('<html>', { status: 500 }) })
    renderApp(path)
    expect(await screen.findByText(activationTexts.failed)).toBeVisible()
  })
})

describe.each([
  ['/forgot-password', '/password/forgot', '/login'],
  ['/admin/forgot-password', '/admin/forgot-password', '/admin/login'],
])('%s', (screenPath, call, door) => {
  it('asks for the mail and says what comes', async () => {
    const log = fakeApi({ [`POST ${call}`]: { message: 'If this address has an account…' } })
    renderApp(screenPath)
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@sabi.test ')
    await userEvent.click(screen.getByRole('button', { name: recoveryTexts.sendEmail }))
    expect(await screen.findByText('If this address has an account…')).toBeVisible()
    expect(log[0]?.body).toEqual({ email: 'ada@sabi.test' })
    expect(screen.getByRole('link', { name: loginTexts.backToLogin })).toHaveAttribute('href', door)
  })

  it('puts what the server says under the field', async () => {
    const locked = failure(429, 'too-many', 'Too many tries.')
    locked.headers.set('Retry-After', '600')
    fakeApi({ [`POST ${call}`]: locked })
    renderApp(screenPath)
    const email = await screen.findByLabelText('Email')
    await userEvent.type(email, 'ada@sabi.test{Enter}')
    await waitFor(() =>
      expect(email).toHaveAccessibleDescription('Too many attempts. Try again in 10 min.'),
    )
  })
})

describe.each([
  ['/password/reset/tok', '/password/reset/tok', '/login', '/forgot-password'],
  [
    '/admin/reset-password/tok',
    '/admin/reset-password/tok',
    '/admin/login',
    '/admin/forgot-password',
  ],
])('%s', (screenPath, call, door, forgot) => {
  async function change(password: string, confirm = password) {
    await userEvent.type(await screen.findByLabelText('New password'), password)
    await userEvent.type(screen.getByLabelText('Confirm password'), confirm)
    await userEvent.click(screen.getByRole('button', { name: recoveryTexts.update }))
  }

  it('sets the password and goes to its door', async () => {
    const log = fakeApi({ ...holds, [`PUT ${call}`]: { message: 'Password updated successfully' } })
    const router = renderApp(screenPath)
    await change('Kano-mango-41')
    await waitFor(() => expect(router.state.location.pathname).toBe(door))
    expect(await screen.findByText('Password updated successfully')).toBeVisible()
    expect(log[1]?.body).toEqual({
      password: 'Kano-mango-41',
      confirm_password: 'Kano-mango-41',
    })
  })

  it('reports a dead link before the form, and leads to a new one', async () => {
    const log = fakeApi({ 'GET /password/reset/tok': dead.clone() })
    renderApp(screenPath)
    expect(await screen.findByText('This link is not valid.')).toBeVisible()
    expect(screen.getByRole('link', { name: recoveryTexts.newLink })).toHaveAttribute(
      'href',
      forgot,
    )
    expect(screen.queryByLabelText('New password')).toBeNull()
    expect(log).toHaveLength(1)
  })

  it('shows the form where the link could not be checked', async () => {
    const limited = failure(429, 'too-many', 'Too many tries.')
    fakeApi({ 'GET /password/reset/tok': limited })
    renderApp(screenPath)
    expect(await screen.findByLabelText('New password')).toBeVisible()
  })

  it('refuses a short password, also while the second one differs', async () => {
    const log = fakeApi(holds)
    renderApp(screenPath)
    await change('mango', 'mangos')
    expect(await screen.findByText(loginTexts.passwordLength)).toBeVisible()
    expect(screen.getByText(loginTexts.passwordsDiffer)).toBeVisible()
    expect(log.map(({ method }) => method)).toEqual(['GET'])
  })

  it('says it of the field, and of a dead link where to get another', async () => {
    let answer = failure(422, 'invalid', 'Check it', { password: 'This password is too common' })
    const log = fakeApi({ ...holds, [`PUT ${call}`]: () => answer })
    renderApp(screenPath)
    await change('password1', 'password2')
    expect(await screen.findByText(loginTexts.passwordsDiffer)).toBeVisible()
    expect(log.map(({ method }) => method)).toEqual(['GET'])
    await userEvent.clear(screen.getByLabelText('Confirm password'))
    await userEvent.type(screen.getByLabelText('Confirm password'), 'password1{Enter}')
    expect(await screen.findByText('This password is too common')).toBeVisible()
    answer = dead.clone()
    await userEvent.click(screen.getByRole('button', { name: recoveryTexts.update }))
    expect(await screen.findByText(/This link is not valid/)).toBeVisible()
    expect(screen.getByRole('link', { name: recoveryTexts.newLink })).toHaveAttribute(
      'href',
      forgot,
    )
  })
})

describe('a reset in a browser that is signed in', () => {
  it('finds out that the session is over, and asks to sign in', async () => {
    fakeApi({
      ...holds,
      'PUT /password/reset/tok': { message: 'Password updated successfully' },
      'GET /me': failure(401, 'unauthenticated', 'Unauthorised access'),
    })
    const router = renderStudent('/password/reset/tok')
    await userEvent.type(await screen.findByLabelText('New password'), 'Kano-mango-41')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'Kano-mango-41{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(getSession().is).toBe('out')
  })
})
