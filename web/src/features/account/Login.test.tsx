// Logging in: what the inputs say, what the alert says, and where one lands.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { getUser, useSession } from '@/shared/session/useSession'
import { codeTexts } from '@/shared/ui/CodeField'
import { admin, student } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderApp } from '@/testing/renderApp'
import { wordsFor } from './Login'
import { loginTexts } from './messages'
import { landing } from './signIn'

async function signIn(email: string, password: string, path = '/login') {
  const router = renderApp(path)
  const user = userEvent.setup()
  if (email) await user.type(await screen.findByLabelText('Email'), email)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  return router
}

describe('login', () => {
  it('asks for email and password before it asks the server', async () => {
    const log = fakeApi({})
    await signIn('', '')
    expect(await screen.findByText(loginTexts.emailRequired)).toBeVisible()
    expect(screen.getByText(loginTexts.passwordRequired)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
    expect(log).toEqual([])
  })

  it('leaves the focus to the browser where the visit begins', async () => {
    renderApp('/login')
    await screen.findByRole('heading', { name: loginTexts.logIn })
    expect(document.body).toHaveFocus()
  })

  it('has the page kept that is shown without a connection', async () => {
    vi.stubEnv('PROD', true)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const register = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true })
    try {
      renderApp('/login')
      await screen.findByRole('heading', { name: loginTexts.logIn })
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      expect(register).toHaveBeenCalledWith('/sw.js')
    } finally {
      vi.useRealTimers()
      vi.unstubAllEnvs()
      Reflect.deleteProperty(navigator, 'serviceWorker')
    }
  })

  it('knows an address that is none', async () => {
    fakeApi({})
    await signIn('student@', 'secret-1')
    expect(await screen.findByText(loginTexts.emailInvalid)).toBeVisible()
  })

  it('leads an active student to the dashboard, with nothing of an earlier session', async () => {
    useFlow.getState().choose({ examId: 'of-another' })
    const log = fakeApi({
      'POST /login': { user: student },
      'GET /exam-types': { data: [] },
      'GET /attempts': { data: [], total: 0 },
      'GET /user-subscription-list/u1': { data: [] },
      'GET /get-saved-subjects/u1': { data: [] },
    })
    const router = await signIn(' student@sabi.test', 'secret-1')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toHaveFocus(),
    )
    expect(log[0]?.body).toEqual({ email: 'student@sabi.test', password: 'secret-1' })
    expect(getUser()).toEqual(student)
    expect(useFlow.getState().examId).toBeUndefined()
  })

  it.each([
    ['blocked', loginTexts.blocked],
    ['suspended', loginTexts.suspended],
  ])('leads a %s student to Contact Us', async (reason, said) => {
    fakeApi({ 'POST /login': failure(403, reason, 'No') })
    await signIn('student@sabi.test', 'secret-1')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(said)
    expect(within(alert).getByRole('link', { name: 'Contact Us' })).toHaveAttribute(
      'href',
      '/contact-us',
    )
  })

  it('says that the password is wrong, and keeps what was typed', async () => {
    fakeApi({ 'POST /login': failure(401, 'bad-credentials', 'Invalid email or password') })
    await signIn('student@sabi.test', 'wrong-one')
    expect(await screen.findByText(loginTexts.loginFailedTitle)).toBeVisible()
    expect(screen.getByText(loginTexts.loginFailed)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('student@sabi.test')
  })

  it.each([
    ['/login', student, undefined],
    ['/admin/login', admin, 'admin'],
  ] as const)('asks at %s for a code where there is a second factor', async (path, who, door) => {
    let otps: unknown[] = []
    const log = fakeApi({
      'POST /login': ({ body }) => {
        const { otp } = body as { otp?: string }
        otps = [...otps, otp]
        if (otp === undefined) return failure(401, 'second-factor', 'Please enter a code.')
        return otp === '0123-4567-89ab-cdef'
          ? { user: who }
          : failure(401, 'wrong-code', 'This code is wrong.')
      },
    })
    await signIn(who.email, 'secret-1', path)
    const field = await screen.findByLabelText(codeTexts.code)
    expect(field).toHaveFocus()
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    expect(screen.queryByText(loginTexts.loginFailedTitle)).toBeNull()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText(codeTexts.required)).toBeVisible()
    await user.type(field, '123456')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('This code is wrong.')).toBeVisible()
    await waitFor(() => expect(field).toHaveFocus())
    // Letters can be typed on a phone, too.
    await user.click(screen.getByRole('button', { name: codeTexts.useRecovery }))
    const recovery = screen.getByLabelText(codeTexts.recovery)
    expect(recovery).toHaveFocus()
    expect(recovery).toHaveAttribute('inputmode', 'text')
    await user.clear(recovery)
    await user.type(recovery, '0123-4567-89ab-cdef{Enter}')
    await waitFor(() => expect(getUser()).toEqual(who))
    expect(otps).toEqual([undefined, '123456', '0123-4567-89ab-cdef'])
    expect(log[0]?.body).toEqual({
      email: who.email,
      password: 'secret-1',
      ...(door && { door }),
    })
  })

  it('goes back from the code to another account', async () => {
    fakeApi({ 'POST /login': failure(401, 'second-factor', 'Please enter a code.') })
    await signIn('admin@sabi.test', 'secret-1', '/admin/login')
    await userEvent.click(await screen.findByRole('button', { name: codeTexts.another }))
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveValue('admin@sabi.test')
    expect(screen.getByLabelText('Password')).toHaveValue('')
  })

  it('puts the messages of the server under the inputs', async () => {
    fakeApi({ 'POST /login': failure(422, 'invalid', 'Check it', { password: 'Too long' }) })
    await signIn('student@sabi.test', 'x')
    expect(await screen.findByText('Too long')).toBeVisible()
    expect(screen.queryByText(loginTexts.loginFailedTitle)).toBeNull()
  })

  it('says when no answer came', async () => {
    fakeApi({ 'POST /login': offline() })
    await signIn('student@sabi.test', 'secret-1')
    expect(await screen.findByText(common.offline)).toBeVisible()
  })

  it('sends one login however often it is asked to', async () => {
    let answer: () => void = () => undefined
    const log = fakeApi({
      'POST /login': async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return failure(401, 'bad-credentials', 'Invalid email or password')
      },
    })
    renderApp('/login')
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Email'), 'student@sabi.test')
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    const form = screen.getByLabelText('Email').closest('form') as HTMLFormElement
    fireEvent.submit(form)
    fireEvent.submit(form)
    await waitFor(() => expect(log).toHaveLength(1))
    await act(async () => answer())
    expect(await screen.findByText(loginTexts.loginFailed)).toBeVisible()
    expect(log).toHaveLength(1)
  })

  it('offers the mail again where an account waits for its activation', async () => {
    const log = fakeApi({
      'POST /login': failure(403, 'inactive', 'Not yet.'),
      'POST /activate-account/resend': { message: 'Sent.' },
    })
    await signIn(' student@sabi.test', 'secret-1')
    expect(await screen.findByText(loginTexts.inactive)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: loginTexts.resend }))
    expect(await screen.findByText('Sent.')).toBeVisible()
    expect(log.at(-1)?.body).toEqual({ email: 'student@sabi.test' })
  })

  it.each(['/login', '/admin/login'])(
    'passes on at %s why somebody of the staff is kept out',
    async (path) => {
      const said = 'Your account is not active or blocked.'
      fakeApi({ 'POST /login': failure(403, 'staff-inactive', said) })
      await signIn('admin@sabi.test', 'secret-1', path)
      expect(await screen.findByText(said)).toBeVisible()
      expect(screen.queryByRole('button', { name: loginTexts.resend })).toBeNull()
    },
  )

  it('says why the mail could not be asked for', async () => {
    const locked = failure(429, 'too-many', 'Too many tries.')
    locked.headers.set('Retry-After', '120')
    fakeApi({
      'POST /login': failure(403, 'inactive', 'Not yet.'),
      'POST /activate-account/resend': locked,
    })
    await signIn('student@sabi.test', 'secret-1')
    await userEvent.click(await screen.findByRole('button', { name: loginTexts.resend }))
    expect(await screen.findByText('Too many attempts. Try again in 2 min.')).toBeVisible()
    expect(screen.getByRole('button', { name: loginTexts.resend })).toBeEnabled()
  })

  it('takes the address along to a forgotten password, and where one was going back', async () => {
    fakeApi({ 'POST /login': { user: student }, 'GET /get-results/u1': { quizes: [], total: 0 } })
    useSession.getState().expire()
    const router = renderApp('/results')
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Email'), 'student@sabi.test')
    await user.click(screen.getByRole('link', { name: loginTexts.forgot }))
    await screen.findByRole('button', { name: 'Send Email' })
    expect(screen.getByLabelText('Email')).toHaveValue('student@sabi.test')
    await user.click(screen.getByRole('link', { name: loginTexts.backToLogin }))
    await user.type(await screen.findByLabelText('Password'), 'secret-1{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/results'))
  })

  it('shows the characters of the password when asked', async () => {
    fakeApi({})
    renderApp('/login')
    const password = await screen.findByLabelText('Password')
    expect(password).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: loginTexts.showCharacters }))
    expect(password).toHaveAttribute('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: loginTexts.hideCharacters }))
    expect(password).toHaveAttribute('type', 'password')
  })

  it('leads students nowhere but to their own pages', async () => {
    fakeApi({})
    renderApp('/login')
    await screen.findByLabelText('Password')
    const to = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(to).toContain('/register')
    expect(to.filter((path) => path?.startsWith('/admin'))).toEqual([])
  })

  it('comes through the other door for an administrator', async () => {
    const log = fakeApi({
      'POST /login': failure(403, 'not-allowed', 'You are not allowed to login here.'),
    })
    await signIn('student@sabi.test', 'secret-1', '/admin/login')
    expect(await screen.findByText(loginTexts.notAllowed)).toBeVisible()
    expect(log[0]?.body).toMatchObject({ door: 'admin' })
  })
})

describe('what the alert says', () => {
  const error = (status: number, reason: string, text = '') => new ApiError(status, reason, text)
  it.each([
    ['inactive', undefined, loginTexts.inactive],
    ['blocked', undefined, loginTexts.blocked],
    ['suspended', undefined, loginTexts.suspended],
    ['blocked', 'admin', loginTexts.adminNotActive],
    ['inactive', 'admin', loginTexts.adminNotActive],
    ['not-allowed', 'admin', loginTexts.notAllowed],
  ] as const)('%s at door %s', (reason, door, text) => {
    expect(wordsFor(error(403, reason), door)).toBe(text)
  })

  it('never shows the word for an anonymous caller', () => {
    // With any message: messages are for people, and may change.
    for (const text of ['Unauthorised access', 'Not signed in']) {
      expect(wordsFor(error(401, 'unauthenticated', text))).toBe(loginTexts.loginFailed)
    }
  })

  it('passes on what the server says of too many tries', () => {
    expect(wordsFor(error(429, 'too-many', 'Wait a minute.'))).toBe('Wait a minute.')
  })

  it('names the minutes of a lockout', () => {
    const locked = new ApiError(429, 'too-many', 'Too many tries.', {}, {}, 841)
    expect(wordsFor(locked)).toBe('Too many attempts. Try again in 15 min.')
  })
})

describe('landing', () => {
  it.each([
    [student.role, undefined, '/dashboard'],
    [student.role, '/results?page=2', '/results?page=2'],
    [student.role, '/admin/questions', '/dashboard'],
    [student.role, '//evil.example', '/dashboard'],
    [student.role, 'https://evil.example', '/dashboard'],
    [admin.role, undefined, '/admin'],
    [admin.role, '/admin/exams?q=x', '/admin/exams?q=x'],
    [admin.role, '/dashboard', '/admin'],
    [admin.role, '/admin/login', '/admin'],
    [admin.role, '/admin/reset-password/x', '/admin'],
    [student.role, '/login', '/dashboard'],
  ])('%s from %s goes to %s', (role, from, to) => expect(landing(role, from)).toBe(to))
})
