// Administrators at work on the accounts of people.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { User } from '@/shared/api/types'
import { dayTexts } from '@/shared/i18n/common'
import {
  admin,
  owner,
  session,
  subjects as someSubjects,
  student,
  subscription,
  waec,
} from '@/testing/data'
import { type Asked, failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { peopleTexts } from './messages'

const none = {
  'GET /country': {
    countries: [{ _id: 'ng', name: 'Nigeria', phonecode: '234' }],
    minAgeDays: 6500,
  },
  'GET /user-subscription-list/u1': { data: [], total: 0 },
  'GET /get-saved-subjects/u1': { data: [], total: 0 },
  'GET /get-results/u1': { quizes: [], total: 0 },
  'GET /admin/customers': { customers: [student], total: 1 },
  'GET /admin/mails': { data: [], total: 0 },
  'GET /admin/users/u1/sessions': { data: [] },
  'GET /admin/users/a2/sessions': { data: [] },
  'GET /admin/users/o2/sessions': { data: [] },
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const bodies = (log: Asked[], path: string) =>
  log.filter((asked) => asked.method !== 'GET' && asked.path === path).map(({ body }) => body)

function opened(user: User, as = admin, more: Parameters<typeof fakeApi>[0] = {}) {
  const log = fakeApi({ ...none, [`GET /admin/users/${user._id}`]: { user }, ...more })
  const list = { user: 'students', moderator: 'moderators/edit', admin: 'users/edit' }[user.role]
  return { log, router: renderAdmin(`/admin/${list}/${user._id}`, as) }
}

/** A student's form. */
function openedForm(more: Parameters<typeof fakeApi>[0]) {
  const log = fakeApi({ ...none, 'GET /admin/users/u1': { user: student }, ...more })
  return { log, router: renderAdmin('/admin/students/edit/u1', admin) }
}

const openTab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }))

describe('a new student', () => {
  it('shows what is wrong with the password at its field, and focuses it', async () => {
    fakeApi({
      ...none,
      'POST /admin/customers/add': () =>
        failure(422, 'invalid', 'Invalid', { password: 'This password is too common.' }),
    })
    renderAdmin('/admin/students/add', admin)
    await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ada')
    await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Obi')
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@sabi.test')
    const password = await screen.findByLabelText(/^Password/)
    await userEvent.type(password, 'password')
    await userEvent.type(screen.getByLabelText(/^Confirm password/), 'password')
    await press('Add student')
    await waitFor(() => expect(password).toHaveFocus())
    expect(password).toBeInvalid()
    expect(password).toHaveAccessibleDescription('This password is too common.')
  })

  it('is not sent with two passwords that differ', async () => {
    const log = fakeApi(none)
    renderAdmin('/admin/students/add', admin)
    await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ada')
    await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Obi')
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@sabi.test')
    await userEvent.type(await screen.findByLabelText(/^Password/), 'one long word')
    await userEvent.type(screen.getByLabelText(/^Confirm password/), 'another')
    await press('Add student')
    expect(await screen.findByText('Passwords do not match.')).toBeVisible()
    expect(log.filter(({ method }) => method === 'POST')).toEqual([])
  })
})

describe('a student who cannot be deleted', () => {
  const why = 'Student cannot be deleted: there are results.'
  const atList = async (as: User) => {
    let blocked = false
    const log = fakeApi({
      ...none,
      'DELETE /admin/users/u1': failure(409, 'in-use', why),
      'PUT /admin/customers/u1/status': () => {
        blocked = true
        return { data: student, message: '' }
      },
      'POST /admin/users/u1/erase': { message: 'Erased.' },
    })
    renderAdmin('/admin/students', as)
    await press(`Delete: ${student.first_name} ${student.last_name}`)
    await press('Yes')
    expect(await screen.findByText(why)).toBeVisible()
    return { log, isBlocked: () => blocked }
  }

  it('is blocked instead', async () => {
    const { log, isBlocked } = await atList(admin)
    expect(screen.queryByRole('button', { name: peopleTexts.erase })).toBeNull()
    await press(peopleTexts.block)
    expect(await screen.findByText(peopleTexts.blocked)).toBeVisible()
    expect(isBlocked()).toBe(true)
    expect(bodies(log, '/admin/customers/u1/status')).toEqual([{ accountStatus: 'Blocked' }])
  })

  it('is erased by a super admin instead', async () => {
    const { log } = await atList(owner)
    await press(peopleTexts.erase)
    await userEvent.type(
      await screen.findByLabelText(peopleTexts.eraseType(student.email)),
      student.email,
    )
    await press(peopleTexts.eraseNow)
    expect(await screen.findByText('Erased.')).toBeVisible()
    expect(bodies(log, '/admin/users/u1/erase')).toHaveLength(1)
  })
})

describe('a student', () => {
  it('is born on the day that was typed, or nothing is sent', async () => {
    const { log } = openedForm({ 'PUT /admin/customers/u1': { data: student, message: '' } })
    const birth = await screen.findByRole('textbox', { name: 'Date of birth' })
    for (const wrong of ['06/25/1999', '01/01/20']) {
      await userEvent.clear(birth)
      await userEvent.type(birth, wrong)
      await press('Save')
      expect(birth).toHaveValue(wrong)
      expect(birth).toHaveAccessibleDescription(dayTexts.dayUnreadable)
    }
    expect(bodies(log, '/admin/customers/u1')).toEqual([])
    await userEvent.clear(birth)
    await userEvent.type(birth, '05/06/1999')
    await press('Save')
    expect(await screen.findByText('Student updated successfully')).toBeVisible()
    expect(bodies(log, '/admin/customers/u1')).toMatchObject([{ dob: '1999-06-05' }])
  })

  it('is given extra time, and nothing else is sent', async () => {
    const { log, router } = openedForm({
      'PUT /admin/customers/u1': { data: student, message: '' },
    })
    const field = await screen.findByRole('textbox', { name: /^Extra time/ })
    await userEvent.clear(field)
    await userEvent.type(field, '25')
    await press('Save')
    expect(await screen.findByText('Student updated successfully')).toBeVisible()
    expect(bodies(log, '/admin/customers/u1')).toEqual([{ extraTime: 25, version: 0 }])
    expect(router.state.location.pathname).toBe('/admin/students')
  })

  it('has the mobile number sent in digits alone, however it was typed', async () => {
    const { log } = openedForm({ 'PUT /admin/customers/u1': { data: student } })
    const field = await screen.findByRole('textbox', { name: 'Mobile number' })
    await userEvent.clear(field)
    await userEvent.type(field, '(0803) 123-45.67 ')
    await press('Save')
    expect(await screen.findByText('Student updated successfully')).toBeVisible()
    expect(bodies(log, '/admin/customers/u1')).toEqual([
      { mobile_number: '08031234567', version: 0 },
    ])
  })

  it('is signed out everywhere, once that was asked', async () => {
    let open = [session({ isCurrent: false })]
    const { log } = opened(student, admin, {
      'GET /admin/users/u1/sessions': () => ({ data: open }),
      'DELETE /admin/users/u1/sessions': () => {
        open = []
        return { message: 'All sessions were ended.' }
      },
    })
    await openTab(peopleTexts.tabs.sessions)
    await screen.findByText('Chrome on Android')
    await press(peopleTexts.signOut)
    expect(await screen.findByText(peopleTexts.signOutSure)).toBeVisible()
    await press(peopleTexts.confirm)
    expect(await screen.findByText(peopleTexts.signedOut)).toBeVisible()
    expect(await screen.findByText(peopleTexts.noSessions)).toBeVisible()
    expect(bodies(log, '/admin/users/u1/sessions')).toEqual([null])
  })

  it('has one session ended', async () => {
    let open = [session({ isCurrent: false }), session({ _id: 's2', device: 'Firefox' })]
    opened(student, admin, {
      'GET /admin/users/u1/sessions': () => ({ data: open }),
      'DELETE /admin/users/u1/sessions/s2': () => {
        open = open.slice(0, 1)
        return { message: 'The session was ended.' }
      },
    })
    await openTab(peopleTexts.tabs.sessions)
    await userEvent.click(await screen.findByRole('button', { name: /^Log out: Firefox/ }))
    expect(await screen.findByText('The session was ended.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Firefox')).toBeNull())
    expect(screen.getByText('Chrome on Android')).toBeVisible()
    expect(screen.getByRole('heading', { name: peopleTexts.sessions })).toHaveFocus()
  })

  it('gets another activation link only while there is something to activate', async () => {
    const waiting: User = { ...student, accountStatus: 'InActive', activatedAt: null }
    const { log } = opened(waiting, admin, {
      'POST /activate-account/resend': { message: 'Sent.' },
    })
    await press(peopleTexts.resend)
    expect(await screen.findByText('Sent.')).toBeVisible()
    expect(bodies(log, '/activate-account/resend')).toEqual([{ email: student.email }])
  })

  it('gets none when the account was active once', async () => {
    opened({ ...student, accountStatus: 'InActive' })
    await screen.findByRole('button', { name: peopleTexts.signOut })
    expect(screen.queryByRole('button', { name: peopleTexts.resend })).toBeNull()
  })

  it('is erased by a super admin who types the email', async () => {
    let answer: () => void = () => undefined
    const { log, router } = opened(student, owner, {
      'POST /admin/users/u1/erase': () =>
        new Promise((resolve) => {
          answer = () => resolve({ message: 'Gone.' })
        }),
    })
    await press(peopleTexts.erase)
    const field = await screen.findByLabelText(peopleTexts.eraseType(student.email))
    await userEvent.type(field, 'other@sabi.test')
    await press(peopleTexts.eraseNow)
    expect(await screen.findByText(peopleTexts.eraseOther)).toBeVisible()
    expect(bodies(log, '/admin/users/u1/erase')).toEqual([])
    await userEvent.clear(field)
    await userEvent.type(field, student.email)
    await press(peopleTexts.eraseNow)
    // A mail that is being sent cannot be cancelled.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: peopleTexts.cancel })).toBeDisabled(),
    )
    answer()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/students'))
  })

  it('is given a plan, which is sent again under the same key', async () => {
    const call = '/admin/students-subscriptions'
    let fails = true
    const plan = {
      _id: 'gold',
      title: 'Gold',
      status: true,
      examType: { title: 'JAMB', slug: 'j' },
    }
    const { log } = opened(student, admin, {
      'GET /admin/subscriptions': { data: [plan], total: 1 },
      'GET /admin/university/list': { data: [], total: 0 },
      [`POST ${call}`]: () => {
        if (!fails) return { data: {} }
        fails = false
        return failure(502, 'gateway', 'No answer.')
      },
    })
    await press(peopleTexts.givePlan)
    const dialog = within(await screen.findByRole('dialog', { name: peopleTexts.givePlan }))
    const choice = await dialog.findByRole('combobox', { name: peopleTexts.plan })
    expect(choice).toBeRequired()
    await userEvent.click(choice)
    await userEvent.click(await screen.findByRole('option', { name: 'Gold, JAMB' }))
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'A prize.')
    await userEvent.click(dialog.getByRole('button', { name: peopleTexts.give }))
    expect(await dialog.findByText('No answer.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: peopleTexts.give }))
    expect(await screen.findByText(peopleTexts.given)).toBeVisible()
    const keys = log
      .filter(({ method, path }) => method === 'POST' && path === call)
      .map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })

  it('has days added to a plan, with a reason', async () => {
    const held = subscription(waec, { _id: 'sub1' })
    const call = '/admin/students-subscriptions/sub1/days'
    const { log } = opened(student, admin, {
      'GET /user-subscription-list/u1': { data: [held], total: 1 },
      [`POST ${call}`]: { data: {}, message: '' },
    })
    await openTab(peopleTexts.tabs.plans)
    await press(peopleTexts.addDaysTo(held.planName, held.exam.title))
    const dialog = within(await screen.findByRole('dialog', { name: peopleTexts.addDays }))
    const dayTexts = dialog.getByRole('textbox', { name: /^Days/ })
    await userEvent.clear(dayTexts)
    await userEvent.type(dayTexts, '400')
    await userEvent.click(dialog.getByRole('button', { name: peopleTexts.addDays }))
    expect(dayTexts).toHaveAccessibleDescription(peopleTexts.daysLimits)
    await userEvent.clear(dayTexts)
    await userEvent.type(dayTexts, '3')
    await userEvent.click(dialog.getByRole('button', { name: peopleTexts.addDays }))
    expect(await dialog.findByText(peopleTexts.giveReason)).toBeVisible()
    expect(bodies(log, call)).toEqual([])
    await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'The server was down.')
    await userEvent.click(dialog.getByRole('button', { name: peopleTexts.addDays }))
    expect(await screen.findByText(peopleTexts.daysAdded)).toBeVisible()
    expect(bodies(log, call)).toEqual([{ days: 3, reason: 'The server was down.' }])
  })

  it('is given extra time where it is shown, and is blocked and unblocked', async () => {
    let now: User = student
    const { log } = opened(student, admin, {
      'GET /admin/users/u1': () => ({ user: now }),
      'PUT /admin/customers/u1': () => {
        now = { ...now, extraTime: 25, version: 1 }
        return { data: now, message: '' }
      },
      'PUT /admin/customers/u1/status': ({ body }) => {
        now = { ...now, ...(body as Pick<User, 'accountStatus'>) }
        return { data: now, message: '' }
      },
    })
    await press(peopleTexts.setExtraTime)
    await press('25%')
    await press(peopleTexts.save)
    expect(await screen.findByText('+25%')).toBeVisible()
    expect(bodies(log, '/admin/customers/u1')).toEqual([{ extraTime: 25, version: 0 }])
    await press(peopleTexts.block)
    await press(peopleTexts.confirm)
    await press(peopleTexts.unblock)
    await press(peopleTexts.confirm)
    expect(await screen.findByText(peopleTexts.unblocked)).toBeVisible()
    expect(bodies(log, '/admin/customers/u1/status')).toEqual([
      { accountStatus: 'Blocked' },
      { accountStatus: 'Active' },
    ])
  })

  it('gets a mail again that can be written again', async () => {
    const mail = {
      _id: 'mail1',
      kind: 'subscription-receipt',
      to: student.email,
      subject: 'Receipt: Gold',
      state: 'failed',
      failures: 3,
      problem: 'No such mailbox',
      queuedAt: student.createdAt,
      sentAt: null,
      canResend: true,
    }
    const other = { ...mail, _id: 'mail2', subject: 'New login', canResend: false }
    const { log } = opened(student, admin, {
      'GET /admin/mails': { data: [mail, other], total: 2 },
      'POST /admin/mails/mail1/resend': { message: 'The mail will be sent again.' },
    })
    await openTab(peopleTexts.tabs.mails)
    await press(peopleTexts.resendMailOf('Receipt: Gold'))
    expect(await screen.findByText('The mail will be sent again.')).toBeVisible()
    expect(screen.queryByRole('button', { name: peopleTexts.resendMailOf('New login') })).toBeNull()
    expect(log.find(({ path }) => path === '/admin/mails')?.query.get('address')).toBe(
      student.email,
    )
  })

  it('shows payments and changes, each with the way there', async () => {
    const { log, router } = opened(student, admin, {
      'GET /admin/payments': {
        data: [
          {
            _id: 'ref-1',
            user: student,
            exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
            university: null,
            planName: 'Gold',
            amount: 250000,
            currency: 'NGN',
            gateway: 'paystack',
            state: 'paid',
            message: null,
            subscription: 's',
            paidAt: student.createdAt,
            createdAt: student.createdAt,
          },
        ],
        total: 1,
      },
      'GET /admin/audit': {
        data: [
          {
            _id: 'e1',
            at: student.createdAt,
            who: 'admin@sabi.test',
            userId: 'a1',
            userName: 'Musa Bello',
            action: 'status',
            entity: 'user',
            record: 'u1',
            name: 'Adaeze Okonkwo',
            names: {},
            before: { status: 'Active' },
            after: { status: 'Blocked' },
            request: null,
          },
        ],
        total: 1,
      },
    })
    await openTab(peopleTexts.tabs.payments)
    expect(await screen.findByText('₦2,500')).toBeVisible()
    expect(log.find(({ path }) => path === '/admin/payments')?.query.get('user')).toBe('u1')
    await openTab(peopleTexts.tabs.audit)
    expect(await screen.findByRole('link', { name: 'Musa Bello' })).toHaveAttribute(
      'href',
      '/admin/audit?user=a1',
    )
    expect(log.find(({ path }) => path === '/admin/audit')?.query.get('about')).toBe('u1')
    expect(router.state.location.search).toBe('?tab=audit')
  })

  it('leads to the form of a person who is no student', async () => {
    fakeApi({ ...none, 'GET /admin/users/a2': { user: { ...admin, _id: 'a2' } } })
    const router = renderAdmin('/admin/students/a2', owner)
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users/edit/a2'))
  })

  it('is neither erased nor exported by another administrator', async () => {
    opened(student)
    await screen.findByRole('button', { name: peopleTexts.signOut })
    expect(screen.queryByRole('button', { name: peopleTexts.erase })).toBeNull()
    expect(screen.queryByRole('button', { name: peopleTexts.exportData })).toBeNull()
    expect(screen.queryByRole('button', { name: peopleTexts.resend })).toBeNull()
  })
})

describe('a super admin', () => {
  it('has no status to choose, and is not erased', async () => {
    opened({ ...owner, _id: 'o2' }, owner)
    await screen.findByRole('button', { name: peopleTexts.setPassword })
    expect(screen.queryByRole('combobox', { name: 'Account status' })).toBeNull()
    for (const name of [peopleTexts.erase, peopleTexts.makeSuper]) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })
})

describe('an administrator', () => {
  it('is made a super admin once that was asked', async () => {
    const other: User = { ...admin, _id: 'a2' }
    const { log } = opened(other, owner, {
      'PUT /admin/users/a2/role': { data: other, message: 'User updated successfully' },
    })
    expect(await screen.findByRole('combobox', { name: 'Account status' })).toBeVisible()
    await press(peopleTexts.makeSuper)
    await press(peopleTexts.confirm)
    expect(await screen.findByText('User updated successfully')).toBeVisible()
    expect(bodies(log, '/admin/users/a2/role')).toEqual([{ isSuperAdmin: true }])
  })

  it('loses the second factor of a lost phone, or has none', async () => {
    const none = failure(409, 'no-second-factor', 'No second factor is set up.')
    let answer: Response | { message: string } = none
    opened({ ...admin, _id: 'a2' }, owner, { 'DELETE /admin/users/a2/second-factor': () => answer })
    await press(peopleTexts.resetFactor)
    expect(await screen.findByText(peopleTexts.resetFactorSure)).toBeVisible()
    await press(peopleTexts.confirm)
    expect(await screen.findByText('No second factor is set up.')).toBeVisible()
    answer = { message: 'The second factor was removed.' }
    await press(peopleTexts.confirm)
    expect(await screen.findByText('The second factor was removed.')).toBeVisible()
  })

  it('gets a password that the server takes', async () => {
    const short = 'Password is too short'
    opened({ ...admin, _id: 'a2' }, owner, {
      'PUT /admin/users/a2/password': failure(422, 'invalid', short, { password: short }),
    })
    await press(peopleTexts.setPassword)
    await userEvent.type(await screen.findByLabelText(peopleTexts.newPassword), 'x')
    await press(peopleTexts.savePassword)
    expect(await screen.findByText(short)).toBeVisible()
  })
})

describe('registered subjects', () => {
  const subject = (_id: string, title: string, over = {}) => ({
    _id,
    title,
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    course: [],
    university: [],
    mandetory: false,
    status: true,
    ...over,
  })
  const registration = {
    _id: 'r1',
    user: 'u1',
    student,
    exam: { _id: 'jamb', title: 'JAMB UTME', maximumSubjects: 3 },
    course: null,
    university: null,
    subjects: someSubjects,
    subjectsUpdate: [{ _id: 's9', title: 'Chemistry' }],
    updateRequest: false,
    version: 4,
    createdAt: student.createdAt,
  }
  const at = '/admin/student-registered-subjects/update?user=u1&exam=jamb'
  const answers = {
    'GET /get-saved-subjects/u1': { data: [registration], total: 1 },
    'GET /admin/subjects': {
      data: [
        ...someSubjects.map(({ _id, title, mandetory }) => subject(_id, title, { mandetory })),
        subject('s9', 'Chemistry'),
        subject('s7', 'Of another exam', { exam: { _id: 'waec', title: 'W', slug: 'w' } }),
        subject('s8', 'Not in use', { status: false }),
      ],
      total: 6,
    },
    'GET /get-students-exam-subjects/': { data: [], total: 0 },
  }
  const box = (name: RegExp) => screen.findByRole('checkbox', { name })

  it('become what was asked for, the mandatory one as well', async () => {
    const log = fakeApi({ ...answers, 'POST /save-exam-subjects': { data: registration } })
    const router = renderAdmin(at)
    expect(await box(/^Use of English/)).toBeDisabled()
    expect(screen.queryByRole('checkbox', { name: /Of another|Not in use/ })).toBeNull()
    await press(peopleTexts.takeWanted)
    await press(peopleTexts.update)
    expect(await screen.findByText(peopleTexts.updated)).toBeVisible()
    expect(bodies(log, '/save-exam-subjects')).toEqual([
      { userId: 'u1', examId: 'jamb', subjects: ['s0', 's9'], version: 4 },
    ])
    expect(router.state.location.pathname).toBe('/admin/student-registered-subjects')
  })

  it('are shown as they are now where somebody changed them meanwhile, before they are replaced', async () => {
    let now = registration
    const log = fakeApi({
      ...answers,
      'GET /get-saved-subjects/u1': () => ({ data: [now], total: 1 }),
      'POST /save-exam-subjects': ({ body }) => {
        if ((body as { version: number }).version === 5) return { data: now }
        now = { ...registration, subjects: someSubjects.slice(0, 2), version: 5 }
        return failure(409, 'changed', 'Changed meanwhile.', { version: 5 })
      },
    })
    renderAdmin(at)
    await press(peopleTexts.takeWanted)
    await press(peopleTexts.update)
    const titles = someSubjects.slice(0, 2).map(({ title }) => title)
    expect(await screen.findByText(peopleTexts.registeredNow(titles.join(', ')))).toBeVisible()
    expect(await box(/^Chemistry/)).toBeChecked()
    await press(peopleTexts.update)
    expect(await screen.findByText(peopleTexts.updated)).toBeVisible()
    expect(bodies(log, '/save-exam-subjects').at(-1)).toMatchObject({
      subjects: ['s0', 's9'],
      version: 5,
    })
  })

  it('stay where the request is refused, with a reason', async () => {
    let now: object = registration
    const log = fakeApi({
      ...answers,
      'GET /get-saved-subjects/u1': () => ({ data: [now], total: 1 }),
      'POST /admin/registrations/r1/refuse-change': () => {
        now = { ...registration, subjectsUpdate: [], version: 5 }
        return { data: now, message: 'The change was declined.' }
      },
    })
    renderAdmin(at)
    await press(peopleTexts.refuse)
    const dialog = await screen.findByRole('dialog', { name: peopleTexts.refuseTitle })
    expect(within(dialog).getByText(/ requested Chemistry\. /)).toBeVisible()
    await userEvent.type(within(dialog).getByLabelText(peopleTexts.refuseReason), 'Too late')
    await userEvent.click(within(dialog).getByRole('button', { name: peopleTexts.refuse }))
    expect(await screen.findByText(peopleTexts.wantedNothing)).toBeVisible()
    expect(screen.queryByRole('button', { name: peopleTexts.refuse })).toBeNull()
    expect(bodies(log, '/admin/registrations/r1/refuse-change')).toEqual([
      { reason: 'Too late', version: 4 },
    ])
  })

  it('stay as they are now where the request was decided meanwhile', async () => {
    fakeApi({
      ...answers,
      'POST /admin/registrations/r1/refuse-change': failure(409, 'changed', 'Changed meanwhile.'),
    })
    renderAdmin(at)
    await press(peopleTexts.refuse)
    const dialog = await screen.findByRole('dialog', { name: peopleTexts.refuseTitle })
    await userEvent.click(within(dialog).getByRole('button', { name: peopleTexts.refuse }))
    expect(await within(dialog).findByText('Changed meanwhile.')).toBeVisible()
  })

  it('are not more than the exam allows', async () => {
    const log = fakeApi(answers)
    renderAdmin(at)
    await userEvent.click(await box(/^Chemistry/))
    await press(peopleTexts.update)
    expect(await screen.findByText(peopleTexts.tooMany(3))).toBeVisible()
    expect(bodies(log, '/save-exam-subjects')).toEqual([])
  })

  it('show whose they are, and who waits for a change', async () => {
    fakeApi({
      'GET /get-students-exam-subjects/': { data: [registration], total: 1 },
    })
    renderAdmin('/admin/student-registered-subjects')
    const table = within(await screen.findByRole('table'))
    expect(await table.findByRole('link', { name: 'Adaeze Okonkwo' })).toBeVisible()
    expect(table.getByRole('link', { name: peopleTexts.requestOpen })).toHaveAttribute('href', at)
    const sizes = within(screen.getByLabelText('Rows per page')).getAllByRole('option')
    expect(sizes.map((one) => (one as HTMLOptionElement).value)).toEqual(['10', '25', '50', '100'])
  })
})
