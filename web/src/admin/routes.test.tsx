// The route table of document 3 §2 as data, opened by everybody: a visitor, a student, a moderator,
// an administrator and a super admin.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { User } from '@/api/types'
import { useSession } from '@/stores/session'
import { admin, student } from '@/testing/data'
import { failure } from '@/testing/fakeApi'
import { renderApp } from '@/testing/renderApp'
import { messages } from './messages'

/** Who a screen is for, from the many to the few. */
type For = 'everybody' | 'moderators' | 'admins' | 'super admins'

const withForms = (list: string, who: For = 'admins', add = 'add', edit = 'edit/x') =>
  [list, `${list}/${add}`, `${list}/${edit}`].map((path) => [path, who] as const)

/** Each screen at an address, `x` and the like in the place of ids. */
const table: readonly (readonly [path: string, who: For])[] = [
  ['/admin/login', 'everybody'],
  ['/admin/forgot-password', 'everybody'],
  ['/admin/reset-password/t', 'everybody'],

  ['/admin', 'admins'],

  ['/admin/home-setting', 'admins'],
  ...withForms('/admin/banners'),
  ['/admin/pages', 'admins'],
  ['/admin/pages/edit/x', 'admins'],
  ['/admin/emailtemplates', 'admins'],
  ['/admin/emailtemplates/edit/x', 'admins'],
  ...withForms('/admin/news-list'),
  ['/admin/faqs', 'admins'],
  ['/admin/faq/new', 'admins'],
  ['/admin/faq/x', 'admins'],
  ...withForms('/admin/testimonials', 'admins', 'add', 'x/edit'),

  ...withForms('/admin/users', 'super admins'),
  ...withForms('/admin/students'),
  ['/admin/student-subscriptions', 'admins'],
  ['/admin/student-registered-subjects', 'admins'],
  ['/admin/student-registered-subjects/update', 'admins'],
  ['/admin/user-theories-exam', 'moderators'],
  ['/admin/subscribenewsletter', 'admins'],
  ['/admin/contactus', 'admins'],
  ['/admin/contactus/detail/x', 'admins'],

  ...withForms('/admin/categories'),
  ...withForms('/admin/exams'),
  ...withForms('/admin/university'),
  ...withForms('/admin/subscriptions'),
  ...withForms('/admin/assessments').filter(([path]) => !path.endsWith('/add')),
  ...withForms('/admin/courses'),
  ...withForms('/admin/subjects'),
  ...withForms('/admin/topics/s'),
  ['/admin/topic-sections/t', 'admins'],
  ['/admin/topic-sections/t/add', 'admins'],
  ['/admin/topic-sections/edit/x', 'admins'],

  ['/admin/question-subjects', 'admins'],
  ['/admin/question-subjects/add', 'admins'],
  ['/admin/subject-years/s', 'admins'],
  ['/admin/subject-years/edit/e/y', 'admins'],
  ['/admin/topicsection/s/y', 'admins'],
  ['/admin/questions/c/s/y/t', 'admins'],
  ['/admin/questions/add/s/y/c/t', 'admins'],
  ['/admin/questions/edit/s/y/x/t', 'admins'],
  ['/admin/questions/import/c/s/y/t', 'admins'],
  ['/admin/theories/c/s/y', 'admins'],
  ['/admin/theories/s/y/c/add', 'admins'],
  ['/admin/theories/edit/s/y/x', 'admins'],

  ...withForms('/admin/advice-list', 'admins', 'add', 'x/edit'),
  ...withForms('/admin/exam-instructions'),
  // The documents name both.
  ...withForms('/admin/instructions'),

  // Beyond the document: what administrators and moderators act on.
  ['/admin/account', 'moderators'],
  ['/admin/audit', 'admins'],
  ['/admin/mails', 'admins'],
  ['/admin/payments', 'admins'],
  ['/admin/reports', 'moderators'],
]

const people: Record<string, { user: User | null; may: For[] }> = {
  'a visitor': { user: null, may: ['everybody'] },
  'a student': { user: student, may: [] },
  // The role is no student's, so the types of students' answers do not have it.
  'a moderator': {
    user: { ...admin, _id: 'm1', role: 'moderator' as User['role'] },
    may: ['moderators'],
  },
  'an administrator': { user: admin, may: ['moderators', 'admins'] },
  'a super admin': {
    user: { ...admin, isSuperAdmin: true },
    may: ['moderators', 'admins', 'super admins'],
  },
}

/** Milliseconds for half a hundred screens; slow machines are no failures. */
const PATIENCE = 600_000

/** Signs them in, with a server that answers nothing: which screen it is does not hang on rows. */
function start(user: User | null, path: string) {
  vi.stubGlobal('fetch', async () => failure(503, 'unavailable', 'No store'))
  if (user) useSession.getState().signedIn(user)
  else useSession.getState().expire()
  return renderApp(path)
}

const shown = () =>
  waitFor(() => {
    const main = screen.getByRole('main')
    expect(main).not.toBeEmptyDOMElement()
    expect(main).not.toHaveTextContent(messages.common.loading)
  })

/** What comes of going to an address. */
async function opened(router: ReturnType<typeof renderApp>, path: string): Promise<string> {
  await act(() => router.navigate(path))
  await shown()
  if (screen.queryByText('Page Not Found')) return 'no such page'
  if (screen.queryByText(messages.common.failed)) return 'broken'
  if (screen.queryByRole('heading', { name: /not open to you/ })) return 'refused'
  const at = router.state.location.pathname
  return at === path.replace(/^\/admin\/instructions/, '/admin/exam-instructions') ? 'open' : at
}

describe.each(Object.entries(people))('for %s', (_, { user, may }) => {
  it(
    'each screen opens or leads elsewhere',
    async () => {
      const router = start(user, '/admin')
      await shown()
      for (const [path, who] of table) {
        const found = await opened(router, path)
        // The path beside it, so that a failure tells which.
        const said = `${path}: ${found}`
        if (may.includes(who)) expect(said).toBe(`${path}: open`)
        else if (!user) expect(said).toBe(`${path}: /admin/login`)
        else if (user.role === 'user' && who !== 'everybody')
          expect(said).toBe(`${path}: /dashboard`)
        else if (who !== 'everybody') expect(['refused', '/dashboard', home(user)]).toContain(found)
        // Whoever is signed in has no use for the door.
        else if (path === '/admin/login') expect(found).not.toBe('open')
        else expect(said).toBe(`${path}: open`)
      }
    },
    PATIENCE,
  )
})

/** Where a moderator is led from the dashboard, which is not theirs. */
const home = (user: User) => (user.role === 'admin' ? '/admin' : '/admin/user-theories-exam')

it('says of any other address that there is no such page, with a way home', async () => {
  start(admin, '/admin/no-such-page')
  await shown()
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  const home = screen.getAllByRole('link', { name: 'Home' }).at(-1)
  expect(home).toHaveAttribute('href', '/')
})

it('stands in a frame with the name, Profile, Logout and the years', async () => {
  start(admin, '/admin/categories')
  await shown()
  expect(screen.getByRole('navigation', { name: 'Main' })).toHaveTextContent(
    `${admin.first_name} ${admin.last_name}`,
  )
  const bar = screen.getByRole('banner')
  for (const name of ['Profile', 'Logout']) expect(bar).toHaveTextContent(name)
  const year = new Date().getFullYear()
  expect(screen.getByText(`© 2020–${year} Sabi`)).toBeVisible()
  const trail = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(trail.querySelector('a')).toHaveAttribute('href', '/admin')
})
