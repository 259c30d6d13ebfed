// The student's own account: what is shown, changed, handed out and erased.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { getSession, useSession } from '@/shared/session/useSession'
import { student } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderApp, renderStudent } from '@/testing/renderApp'
import { loginTexts } from '../messages'
import { accountSettingTexts, eraseTexts, leaveProfileTexts } from './messages'

const shown = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling

describe('the profile', () => {
  it('shows the stored details, as the specification writes them', async () => {
    fakeApi({})
    renderStudent('/profile')
    expect(await screen.findByText('Adaeze Okonkwo')).toBeVisible()
    const facts = {
      Email: 'student@sabi.test',
      Phone: '+234 8030000000',
      Nationality: 'Nigeria',
      Gender: 'Female',
      'Date of birth': '--',
      Joined: '2026-03-05',
    }
    for (const [name, value] of Object.entries(facts)) expect(shown(name)).toHaveTextContent(value)
    expect(screen.queryByText('Extra time')).toBeNull()
    expect(screen.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute(
      'href',
      '/profile/edit',
    )
  })

  it('leaves out nothing that is there', async () => {
    fakeApi({})
    const more = { nationality: '', gender: 'M', dob: '2004-02-01', extraTime: 25 } as const
    useSession.getState().signedIn({ ...student, ...more })
    renderApp('/profile')
    await screen.findByText('Adaeze Okonkwo')
    expect(shown('Nationality')).toHaveTextContent('--')
    expect(shown('Gender')).toHaveTextContent('Male')
    expect(shown('Date of birth')).toHaveTextContent('01/02/2004')
    expect(shown('Extra time')).toHaveTextContent('25% more in timed tests')
  })
})

it('tells the day of joining where it is read', async () => {
  vi.stubEnv('TZ', 'Africa/Lagos')
  fakeApi({})
  useSession.getState().signedIn({ ...student, createdAt: '2026-03-05T23:30:00.000Z' })
  renderApp('/profile')
  await screen.findByText('Adaeze Okonkwo')
  expect(shown('Joined')).toHaveTextContent('2026-03-06')
  vi.unstubAllEnvs()
})

describe('the form of the profile', () => {
  it('sends all of it but the email, and shows what the server kept', async () => {
    const log = fakeApi({
      'PUT /me/update': {
        user: { ...student, first_name: 'Ada' },
        message: 'Profile updated successfully',
      },
    })
    const router = renderStudent('/profile/edit')
    const first = await screen.findByRole('textbox', { name: /^First name/ })
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly')
    await userEvent.clear(first)
    await userEvent.type(first, 'Ada')
    await userEvent.click(screen.getByRole('button', { name: 'Update Profile' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
    expect(await screen.findByText('Profile updated successfully')).toBeVisible()
    expect(await screen.findByText('Ada Okonkwo')).toBeVisible()
    expect(log[0]?.body).toEqual({
      first_name: 'Ada',
      last_name: 'Okonkwo',
      nationality: 'Nigeria',
      mobile_code: '234',
      mobile_number: '8030000000',
      gender: 'F',
      dob: null,
    })
  })

  it('says what is wrong at its input, and asks before it is left', async () => {
    const wrong = {
      mobile_number: 'Mobile number must be at most 15 digits.',
      dob: 'Date of birth is too recent.',
    }
    fakeApi({ 'PUT /me/update': failure(422, 'invalid', 'Check it', wrong) })
    const router = renderStudent('/profile/edit')
    const number = await screen.findByRole('textbox', { name: /^Mobile number/ })
    await userEvent.type(number, 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Update Profile' }))
    expect(await screen.findByText(wrong.mobile_number)).toBeVisible()
    expect(screen.getByText(wrong.dob)).toBeVisible()
    await waitFor(() => expect(number).toHaveFocus())

    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('dialog', { name: leaveProfileTexts.title }))
    await userEvent.click(dialog.getByRole('button', { name: leaveProfileTexts.stay }))
    expect(number).toHaveValue('8030000000x')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: leaveProfileTexts.go }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
  })

  it('asks nothing where nothing was changed', async () => {
    fakeApi({})
    const router = renderStudent('/profile/edit')
    await userEvent.click(await screen.findByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
  })
})

describe('account setting', () => {
  async function change(old: string, next: string, confirm = next) {
    await userEvent.type(await screen.findByLabelText('Old password'), old)
    await userEvent.type(screen.getByLabelText('New password'), next)
    await userEvent.type(screen.getByLabelText('Confirm password'), confirm)
    await userEvent.click(screen.getByRole('button', { name: 'Update Password' }))
  }

  it('changes the password and goes to the profile', async () => {
    const log = fakeApi({
      'PUT /password/update': { message: 'Password updated successfully', token: null },
    })
    const router = renderStudent('/account-setting')
    await change('old-one-1', 'Kano-mango-41')
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
    expect(await screen.findByText('Password updated successfully')).toBeVisible()
    expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({
      oldPassword: 'old-one-1',
      newPassword: 'Kano-mango-41',
      confirmPassword: 'Kano-mango-41',
    })
  })

  it('says each field what is wrong with it', async () => {
    const wrong = {
      oldPassword: 'Old password is incorrect.',
      newPassword: 'This password is too common',
    }
    fakeApi({ 'PUT /password/update': failure(422, 'invalid', 'Check it', wrong) })
    renderStudent('/account-setting')
    await change('a', 'password1')
    for (const said of Object.values(wrong)) expect(await screen.findByText(said)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Old password')).toHaveFocus())
  })

  it('checks the new passwords before the old one is looked at', async () => {
    const log = fakeApi({})
    renderStudent('/account-setting')
    await change('a', 'b', 'c')
    expect(await screen.findByText(loginTexts.passwordLength)).toBeVisible()
    expect(screen.getByText(loginTexts.passwordsDiffer)).toBeVisible()
    expect(log.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  it('downloads the stored data as a file, or says why it cannot', async () => {
    let answer: () => ReturnType<typeof offline> | Record<string, unknown> = offline
    fakeApi({ 'GET /me/export': () => answer() })
    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          saved.push(blob)
          return 'blob:1'
        },
        revokeObjectURL: () => undefined,
      }),
    )
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    renderStudent('/account-setting')
    const button = await screen.findByRole('button', { name: accountSettingTexts.export })
    await userEvent.click(button)
    await waitFor(() => expect(button).toBeEnabled())
    expect(saved).toEqual([])
    answer = () => ({ data: { user: { email: 'student@sabi.test' } } })
    await userEvent.click(button)
    expect(await screen.findByText(accountSettingTexts.exported)).toBeVisible()
    expect(JSON.parse(await (saved[0] as Blob).text())).toEqual({
      user: { email: 'student@sabi.test' },
    })
    expect(clicked).toHaveBeenCalledOnce()
  })

  it('erases the account by the password, and nothing of it stays here', async () => {
    let right = false
    const log = fakeApi({
      'POST /me/erase': () =>
        right
          ? { message: 'The account was erased.' }
          : failure(422, 'invalid', 'Check it', { password: 'Password is incorrect.' }),
    })
    const router = renderStudent('/account-setting')
    await userEvent.click(await screen.findByRole('button', { name: accountSettingTexts.erase }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: eraseTexts.eraseSure })).toHaveFocus(),
    )
    await userEvent.click(screen.getByRole('button', { name: eraseTexts.keepAccount }))
    await userEvent.click(screen.getByRole('button', { name: accountSettingTexts.erase }))
    await userEvent.type(await screen.findByLabelText(eraseTexts.yourPassword), 'wrong{Enter}')
    const field = screen.getByLabelText(eraseTexts.yourPassword)
    await waitFor(() => expect(field).toHaveAccessibleDescription('Password is incorrect.'))
    expect(field).toBeInvalid()
    expect(getSession().is).toBe('in')
    right = true
    await userEvent.click(screen.getByRole('button', { name: eraseTexts.eraseNow }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    await waitFor(() => expect(getSession().is).toBe('out'))
    expect(await screen.findByText('The account was erased.')).toBeVisible()
    const sent = log.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(sent).toEqual([{ password: 'wrong' }, { password: 'wrong' }])
  })
})
