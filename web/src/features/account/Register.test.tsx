// Registration: what is sent, what the inputs say, and what survives a look elsewhere.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { lastBirthday, personFactsQuery } from '@/shared/api/queries/countries'
import { common } from '@/shared/i18n/common'
import { formatDate } from '@/shared/i18n/format'
import { student } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderApp } from '@/testing/renderApp'
import { loginTexts } from './messages'
import { personTexts } from './person/PersonFields'
import { registerTexts } from './Register'

const countries = [
  { ref_id: 1, sortname: 'CI', name: 'Côte d’Ivoire', phonecode: '225' },
  { ref_id: 2, sortname: 'GH', name: 'Ghana', phonecode: '233' },
  { ref_id: 3, sortname: 'NG', name: 'Nigeria', phonecode: '234' },
]
const made = {
  user: { ...student, accountStatus: 'InActive', email: 'ada@sabi.test' },
  message: 'Your account is made.',
}
const base = { 'GET /country': { countries, minAgeDays: 4000 } }
const password = 'Kano-mango-41'

beforeEach(() => sessionStorage.clear())

const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
const picker = (name: string) => screen.getByRole('combobox', { name: new RegExp(`^${name}`) })
const submit = () => userEvent.click(screen.getByRole('button', { name: registerTexts.submit }))

async function choose(label: string, text: string) {
  const user = userEvent.setup()
  await user.click(picker(label))
  const dialog = within(await screen.findByRole('dialog', { name: label }))
  await dialog.findAllByRole('option')
  await user.type(dialog.getByRole('combobox'), text)
  await user.keyboard('{Enter}')
}

const openDetails = async () => userEvent.click(await screen.findByText(registerTexts.more))

async function fillInRequired() {
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: /^First name/ }), 'Ada')
  await user.type(field('Last name'), 'Obi')
  await user.type(field('Email'), ' ada@sabi.test ')
  await user.type(screen.getByLabelText(/^Password/), password)
  await user.type(screen.getByLabelText(/^Confirm password/), password)
  await user.click(screen.getByRole('checkbox'))
}

async function fillIn() {
  const user = userEvent.setup()
  await fillInRequired()
  await openDetails()
  await choose('Country', 'nig')
  await user.type(field('Mobile number'), '803 000-0000')
  await user.selectOptions(screen.getByLabelText('Gender'), 'F')
  await user.type(screen.getByLabelText(/^Date of birth/), '03/04/2005')
}

describe('registration', () => {
  it('sends all fields, and leads to sign-in with a word about the mail', async () => {
    const log = fakeApi({
      ...base,
      'POST /register': made,
      'POST /activate-account/resend': { message: 'We have sent a link.' },
    })
    const router = renderApp('/register')
    await fillIn()
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(log.find(({ path }) => path === '/register')?.body).toEqual({
      first_name: 'Ada',
      last_name: 'Obi',
      email: 'ada@sabi.test',
      nationality: 'Nigeria',
      mobile_code: '234',
      mobile_number: '8030000000',
      gender: 'F',
      dob: '2005-04-03',
      password,
      confirm_password: password,
    })
    expect(await screen.findByText(loginTexts.linkSentTo('ada@sabi.test'))).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('ada@sabi.test')
    await userEvent.click(screen.getByRole('button', { name: loginTexts.resend }))
    expect(await screen.findByText('We have sent a link.')).toBeVisible()
    expect(log.at(-1)?.body).toEqual({ email: 'ada@sabi.test' })
    expect(sessionStorage.getItem('sabi.register')).toBeNull()
  })

  it('takes six fields, and presets Nigeria', async () => {
    const log = fakeApi({ ...base, 'POST /register': made })
    const router = renderApp('/register')
    await fillInRequired()
    expect(screen.getByLabelText('Gender')).not.toBeVisible()
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(log.find(({ path }) => path === '/register')?.body).toEqual({
      first_name: 'Ada',
      last_name: 'Obi',
      email: 'ada@sabi.test',
      nationality: 'Nigeria',
      mobile_code: '234',
      mobile_number: '',
      gender: null,
      dob: null,
      password,
      confirm_password: password,
    })
  })

  it('opens the optional fields where one of them is refused', async () => {
    const dob = 'Date of birth is too recent.'
    fakeApi({ ...base, 'POST /register': failure(422, 'invalid', 'Check it', { dob }) })
    renderApp('/register')
    await fillInRequired()
    await submit()
    expect(await screen.findByText(dob)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText(/^Date of birth/)).toHaveFocus())
  })

  it('asks for what must be there before it asks the server', async () => {
    const log = fakeApi(base)
    renderApp('/register')
    await screen.findByRole('textbox', { name: /^First name/ })
    await submit()
    for (const said of [
      registerTexts.firstNameRequired,
      registerTexts.lastNameRequired,
      loginTexts.emailRequired,
      loginTexts.passwordRequired,
      registerTexts.acceptTerms,
    ]) {
      expect(await screen.findByText(said)).toBeVisible()
    }
    await waitFor(() => expect(field('First name')).toHaveFocus())
    expect(screen.getByRole('checkbox')).toBeInvalid()
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(registerTexts.acceptTerms)
    expect(log).toEqual([])
  })

  it('tells the rules of passwords before they fail', async () => {
    fakeApi(base)
    renderApp('/register')
    expect(await screen.findByLabelText(/^Password/)).toHaveAccessibleDescription(
      loginTexts.passwordRules,
    )
  })

  it('refuses a short password, also while the second one differs', async () => {
    const log = fakeApi(base)
    renderApp('/register')
    await fillInRequired()
    const typed = screen.getByLabelText(/^Password/)
    await userEvent.clear(typed)
    await userEvent.type(typed, 'mango')
    await submit()
    expect(await screen.findByText(loginTexts.passwordLength)).toBeVisible()
    expect(screen.getByText(loginTexts.passwordsDiffer)).toBeVisible()
    await userEvent.clear(typed)
    await userEvent.type(typed, `${password}!`)
    await submit()
    await waitFor(() => expect(screen.queryByText(loginTexts.passwordLength)).toBeNull())
    expect(screen.getByText(loginTexts.passwordsDiffer)).toBeVisible()
    expect(log).toEqual([])
  })

  it('keeps a date of birth that cannot be read as it was typed, and sends nothing', async () => {
    const log = fakeApi(base)
    renderApp('/register')
    await fillIn()
    const birth = screen.getByLabelText(/^Date of birth/)
    await userEvent.clear(birth)
    await userEvent.type(birth, '06/25/1999')
    await submit()
    await waitFor(() => expect(birth).toHaveFocus())
    expect(birth).toHaveValue('06/25/1999')
    expect(birth).toHaveAccessibleDescription(new RegExp(personTexts.birthUnreadable))
    expect(log.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('tells the latest birthday that the server takes, once it is known', async () => {
    let there = false
    fakeApi({ 'GET /country': () => (there ? { countries, minAgeDays: 4000 } : offline()) })
    renderApp('/register')
    await openDetails()
    const birth = screen.getByLabelText(/^Date of birth/)
    await userEvent.click(birth)
    expect(birth).not.toHaveAccessibleDescription()
    there = true
    await userEvent.click(screen.getByLabelText(/^Password/))
    await userEvent.click(birth)
    const last = lastBirthday(4000)
    await waitFor(() =>
      expect(birth).toHaveAccessibleDescription(personTexts.bornBy(formatDate(last))),
    )
  })

  it('puts the messages of the server under the inputs', async () => {
    const said = {
      password: 'This password is too common',
      dob: 'Date of birth is too recent.',
      mobile_code: 'Dial code must be at most 7 digits.',
      nationality: 'Choose a country from the list.',
    }
    fakeApi({ ...base, 'POST /register': failure(422, 'invalid', 'Check it', said) })
    renderApp('/register')
    await fillIn()
    await submit()
    for (const registerTexts of Object.values(said))
      expect(await screen.findByText(registerTexts)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText(/^Password/)).toHaveFocus())
    expect(field('Email')).toHaveValue('ada@sabi.test')
  })

  it('says that an address is taken by the code, whatever the words', async () => {
    const taken = failure(409, 'taken', 'E11000 duplicate key', { code: 11000 })
    fakeApi({ ...base, 'POST /register': taken })
    renderApp('/register')
    await fillIn()
    await submit()
    expect(await screen.findByText(registerTexts.taken)).toBeVisible()
    await waitFor(() => expect(field('Email')).toHaveFocus())
  })

  it('says in a toast what is said of no input', async () => {
    fakeApi({ ...base, 'POST /register': offline() })
    renderApp('/register')
    await fillIn()
    await submit()
    expect(await screen.findByText(common.offline)).toBeVisible()
    expect(field('First name')).toHaveValue('Ada')
  })

  it('keeps the typed values, but no password, while another page is open', async () => {
    fakeApi(base)
    renderApp('/register')
    await fillIn()
    expect(sessionStorage.getItem('sabi.register')).not.toContain(password)
    await userEvent.click(screen.getByRole('link', { name: registerTexts.logIn }))
    await userEvent.click(await screen.findByRole('link', { name: loginTexts.register }))
    expect(await screen.findByRole('textbox', { name: /^First name/ })).toHaveValue('Ada')
    expect(screen.getByLabelText(/^Password/)).toHaveValue('')
    expect(screen.getByRole('checkbox')).not.toBeChecked()
  })
})

describe('choosing a country', () => {
  it('asks for the countries when they are wanted, and once', async () => {
    const log = fakeApi(base)
    renderApp('/register')
    await openDetails()
    expect(log).toEqual([])
    await choose('Country', 'gha')
    await choose('Dial code', '+225')
    expect(log.map(({ path }) => path)).toEqual(['/country'])
    expect(queryClient.getQueryData(personFactsQuery.queryKey)?.countries).toHaveLength(3)
  })

  it('takes the dial code along until there is a number', async () => {
    fakeApi(base)
    renderApp('/register')
    await openDetails()
    expect(picker('Dial code')).toHaveValue('+234')
    await choose('Country', 'gh')
    expect(picker('Country')).toHaveValue('Ghana')
    expect(picker('Dial code')).toHaveValue('+233')
    await userEvent.type(field('Mobile number'), '24')
    await choose('Country', 'cote d')
    expect(picker('Country')).toHaveValue('Côte d’Ivoire')
    expect(picker('Dial code')).toHaveValue('+233')
  })

  it('opens by keyboard with what was typed, moves by arrows, and leaves things as they are', async () => {
    fakeApi(base)
    renderApp('/register')
    await openDetails()
    const user = userEvent.setup()
    picker('Dial code').focus()
    await user.keyboard('2')
    const dialog = within(await screen.findByRole('dialog', { name: 'Dial code' }))
    const search = dialog.getByRole('combobox')
    expect(search).toHaveFocus()
    expect(await dialog.findAllByRole('option')).toHaveLength(3)
    await user.keyboard('{ArrowDown}')
    const ghana = dialog.getByRole('option', { name: /^Ghana/ })
    expect(search).toHaveAttribute('aria-activedescendant', ghana.id)
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(picker('Dial code')).toHaveFocus()
    expect(picker('Dial code')).toHaveValue('+234')
  })

  it('says when they cannot be had, and tries again', async () => {
    let there = false
    fakeApi({ 'GET /country': () => (there ? { countries, minAgeDays: 4000 } : offline()) })
    renderApp('/register')
    await openDetails()
    await userEvent.click(picker('Country'))
    const again = await screen.findByRole('button', { name: common.retry })
    there = true
    await userEvent.click(again)
    await userEvent.click(await screen.findByRole('option', { name: /^Nigeria/ }))
    expect(picker('Country')).toHaveValue('Nigeria')
  })
})
