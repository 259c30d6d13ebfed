// The frame of the public site: its links by who looks at it, its footer, and where the focus is
// after a step.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { watchInstall } from '@/shared/device/install'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { useSession } from '@/shared/session/useSession'
import { admin, noLinks, student } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderApp } from '@/testing/renderApp'

const faqs = { 'GET /faqs': { data: [] } }
const main = () => screen.findByRole('navigation', { name: 'Main' })

it('leads a visitor to every place, to an account, and to theirs', async () => {
  fakeApi(faqs)
  useSession.getState().expire()
  renderApp('/faqs')
  const links = within(await main()).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['Examination', '/exams'],
    ['About Us', '/pages/about-us'],
    ['News', '/news'],
    ['FAQs', '/faqs'],
    ['Contact Us', '/contact-us'],
  ])
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
  const foot = within(screen.getByRole('contentinfo'))
  expect(foot.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/pages/about-us',
    '/news',
    '/faqs',
    '/contact-us',
    '/pages/terms-conditions',
    '/pages/privacy-policy',
  ])
})

it.each([
  ['student', student, '/dashboard'],
  ['administrator', admin, '/admin'],
])('leads a signed-in %s to the dashboard alone', async (_name, user, path) => {
  fakeApi(faqs)
  useSession.getState().signedIn(user)
  renderApp('/faqs')
  expect(await screen.findByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', path)
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Register' })).toBeNull()
})

it('forgets the choices of the journey at Examination', async () => {
  fakeApi(faqs)
  useFlow.getState().choose({ examId: 'jamb', categoryId: 'c', courseId: 'd', assessmentId: 'm' })
  renderApp('/faqs')
  await userEvent.click(within(await main()).getByRole('link', { name: 'Examination' }))
  expect(useFlow.getState()).toMatchObject({
    examId: undefined,
    categoryId: undefined,
    courseId: undefined,
    assessmentId: undefined,
  })
})

it('puts the focus on the heading of the page that was gone to', async () => {
  fakeApi({ ...faqs, 'GET /get-news-list': { data: [] } })
  renderApp('/faqs')
  await userEvent.click(within(await main()).getByRole('link', { name: 'News' }))
  const heading = await screen.findByRole('heading', { name: 'News', level: 1 })
  await waitFor(() => expect(heading).toHaveFocus())
})

it('puts it on a heading that comes later, with its data', async () => {
  const page = { page_title: 'About Us', page_url: 'about-us', content: '' }
  let answer: (page: object) => void = () => undefined
  const late = new Promise<Record<string, unknown>>((resolve) => {
    answer = (data) => resolve({ data: [data] })
  })
  fakeApi({ ...faqs, 'GET /page/about-us': () => late })
  renderApp('/faqs')
  await userEvent.click(within(await main()).getByRole('link', { name: 'About Us' }))
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  answer(page)
  const heading = await screen.findByRole('heading', { name: 'About Us', level: 1 })
  expect(heading).toHaveFocus()
})

it('opens and closes the menu of a phone', async () => {
  fakeApi(faqs)
  renderApp('/faqs')
  const button = await screen.findByRole('button', { name: 'Open menu' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{Escape}')
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(button).toHaveFocus()
})

it('asks the newsletter for an address that can be one', async () => {
  const log = fakeApi(faqs)
  renderApp('/faqs')
  const press = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }))
  await press()
  expect(screen.getByText('Email is required')).toBeVisible()
  const email = screen.getByLabelText('Email')
  expect(email).toHaveFocus()
  await userEvent.type(email, 'ada@')
  await press()
  expect(screen.getByText('Email is invalid')).toBeVisible()
  expect(log.some(({ method }) => method === 'POST')).toBe(false)
})

it.each([
  ['takes', { message: 'done' }],
  ['refuses', failure(500, 'internal', 'Broken')],
])('thanks for the newsletter whether the server %s it or not', async (_name, answer) => {
  const log = fakeApi({ ...faqs, 'POST /admin/subscribenewsletter/add': answer })
  renderApp('/faqs')
  await userEvent.type(await screen.findByLabelText('Email'), ' ada@obi.test ')
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  const thanks = await screen.findByText('Thanks for subscribing our newsletter.')
  expect(thanks).toBeVisible()
  expect(screen.getByText('Subscribe Newsletter')).toBeVisible()
  expect(log.at(-1)?.body).toEqual({ email: 'ada@obi.test' })
})

it('does not thank for the newsletter without a network, and tries again', async () => {
  const answers = { ...faqs, 'POST /admin/subscribenewsletter/add': offline }
  fakeApi(answers)
  renderApp('/faqs')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@obi.test')
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByText(common.offline)).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('ada@obi.test')
  fakeApi({ ...answers, 'POST /admin/subscribenewsletter/add': { message: 'done' } })
  await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  expect(await screen.findByText('Thanks for subscribing our newsletter.')).toBeVisible()
})

it('offers to install the app once the browser does', async () => {
  const stop = watchInstall()
  fakeApi(faqs)
  renderApp('/faqs')
  await main()
  expect(screen.queryByRole('button', { name: 'Install the app' })).toBeNull()
  const prompt = vi.fn(async () => undefined)
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  act(() => void window.dispatchEvent(Object.assign(offer, { prompt })))
  expect(offer.defaultPrevented).toBe(true)
  vi.stubEnv('PROD', true)
  const register = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'serviceWorker', { value: { register }, configurable: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Install the app' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(register).toHaveBeenCalledWith('/sw.js')
  vi.unstubAllEnvs()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  expect(screen.queryByRole('button', { name: 'Install the app' })).toBeNull()
  stop()
})

it('links to the social networks and the app that are set, and to no other', async () => {
  const set = { instagram: 'https://instagram.com/sabi', app: 'https://play.google.com/sabi' }
  fakeApi({ ...faqs, 'GET /site-links': { data: { ...noLinks, ...set } } })
  renderApp('/faqs')
  const foot = within(await screen.findByRole('contentinfo'))
  const social = within(await foot.findByRole('navigation', { name: 'Follow Us' }))
  const links = social.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Instagram', set.instagram],
  ])
  expect(foot.getByRole('link', { name: 'Get the Sabi app' })).toHaveAttribute('href', set.app)
})

it.each([
  ['2025-12-31T23:59:59Z', '© 2025 Sabi'],
  ['2026-06-01T12:00:00Z', '© 2025–2026 Sabi'],
])('says at %s: %s', async (now, line) => {
  fakeApi({ ...faqs, 'GET /site-links': { data: noLinks } })
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(now))
  renderApp('/faqs')
  expect(await screen.findByText(line)).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Follow Us' })).toBeNull()
  vi.restoreAllMocks()
})
