// The route table of document 3 §2 as data, opened by everybody: a visitor, a student, a moderator,
// an administrator and a super admin.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { User } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { useSession } from '@/shared/session/useSession'
import { admin, student } from '@/testing/data'
import { failure } from '@/testing/fakeApi'
import { renderApp } from '@/testing/renderApp'

/** The roles that a screen is for, from the most users to the fewest. */
type For = 'everybody' | 'moderators' | 'admins' | 'super admins'

/** An address, who its screen is for, and what the screen is called. */
type Row = readonly [path: string, who: For, heading: string]

const forms = (list: string, one: string, who: For, add: string, edit: string): Row[] => [
  [`${list}/${add}`, who, `Add ${one}`],
  [`${list}/${edit}`, who, `Edit ${one}`],
]
const withForms = (
  list: string,
  many: string,
  one: string,
  { who = 'admins', add = 'add', edit = 'edit/x' }: { who?: For; add?: string; edit?: string } = {},
): Row[] => [[list, who, many], ...forms(list, one, who, add, edit)]

/** Each screen at an address, `x` and the like in the place of ids. */
const table: readonly Row[] = [
  ['/admin/login', 'everybody', 'Admin login'],
  ['/admin/forgot-password', 'everybody', 'Forgot Password'],
  ['/admin/reset-password/t', 'everybody', 'Reset Password'],

  ['/admin', 'admins', 'Dashboard'],

  ['/admin/home-setting', 'admins', 'Home page'],
  ...withForms('/admin/banners', 'Banners', 'banner'),
  ['/admin/pages', 'admins', 'Pages'],
  ['/admin/pages/edit/x', 'admins', 'Edit page'],
  ['/admin/emailtemplates', 'admins', 'Email templates'],
  ['/admin/emailtemplates/edit/x', 'admins', 'Edit email template'],
  ...withForms('/admin/news-list', 'News', 'news'),
  ['/admin/faqs', 'admins', 'FAQs'],
  ...forms('/admin/faq', 'FAQ', 'admins', 'new', 'x'),
  ...withForms('/admin/testimonials', 'Testimonials', 'testimonial', { edit: 'x/edit' }),

  ['/admin/users', 'admins', 'Admin users'],
  ['/admin/users/add', 'super admins', 'Add user'],
  ['/admin/users/edit/x', 'admins', 'Edit user'],
  ...withForms('/admin/students', 'Students', 'student'),
  ['/admin/student-subscriptions', 'admins', 'Student subscriptions'],
  ['/admin/student-registered-subjects', 'admins', 'Registered subjects'],
  ['/admin/student-registered-subjects/update', 'admins', 'Update registered subjects'],
  ['/admin/user-theories-exam', 'moderators', 'Theory submissions'],
  ['/admin/subscribenewsletter', 'admins', 'Newsletter subscribers'],
  ['/admin/contactus', 'admins', 'Contact messages'],
  ['/admin/contactus/detail/x', 'admins', 'Message'],

  ...withForms('/admin/categories', 'Categories', 'category'),
  ...withForms('/admin/exams', 'Exams', 'exam'),
  ...withForms('/admin/university', 'Universities', 'university'),
  ...withForms('/admin/subscriptions', 'Subscriptions', 'subscription'),
  ...withForms('/admin/assessments', 'Assessments', 'assessment'),
  ...withForms('/admin/courses', 'Courses', 'course'),
  ...withForms('/admin/subjects', 'Subjects', 'subject'),
  ...withForms('/admin/topics/s', 'Topics', 'topic'),
  ['/admin/topic-sections/t', 'admins', 'Topic sections'],
  ...forms('/admin/topic-sections', 'topic section', 'admins', 't/add', 'edit/x'),

  ['/admin/question-subjects', 'admins', 'Question bank'],
  ['/admin/question-subjects/add', 'admins', 'Add question subject'],
  ['/admin/subject-years/s', 'admins', 'Years'],
  ['/admin/subject-years/edit/e/y', 'admins', 'Edit subject year'],
  ['/admin/topicsection/s/y', 'admins', 'Topics and sections'],
  ['/admin/questions/c/s/y/t', 'admins', 'Questions'],
  ['/admin/questions/add/s/y/c/t', 'admins', 'Add question'],
  ['/admin/questions/edit/s/y/x/t', 'admins', 'Edit question'],
  ['/admin/questions/import/c/s/y/t', 'admins', 'Import questions'],
  ['/admin/theories/c/s/y', 'admins', 'Theory questions'],
  ['/admin/theories/s/y/c/add', 'admins', 'Add theory question'],
  ['/admin/theories/edit/s/y/x', 'admins', 'Edit theory question'],

  ...withForms('/admin/advice-list', 'Advice', 'advice', { edit: 'x/edit' }),
  ...withForms('/admin/exam-instructions', 'Instructions', 'instruction'),
  // The documents name both.
  ...withForms('/admin/instructions', 'Instructions', 'instruction'),

  // Beyond the document: what administrators and moderators act on.
  ['/admin/account', 'moderators', 'Your account'],
  ['/admin/moderators', 'admins', 'Moderators'],
  ['/admin/moderators/add', 'super admins', 'Add moderator'],
  ['/admin/moderators/edit/x', 'admins', 'Edit moderator'],
  ['/admin/user-theories-exam/x', 'moderators', 'Theory submission'],
  ['/admin/reports', 'moderators', 'Question reports'],
  ['/admin/questions/import', 'admins', 'Import questions'],
  ['/admin/questions/x', 'admins', 'Question'],
  ['/admin/question-statistics', 'admins', 'Question statistics'],
  ['/admin/needs-a-look', 'admins', 'Needs a look'],
  ['/admin/bank/check', 'admins', 'Check the bank'],
  ['/admin/bank/stats', 'admins', 'Bank in numbers'],
  ['/admin/bank/export/s/y', 'admins', 'Export'],
  ['/admin/payments', 'admins', 'Payments'],
  ['/admin/payments/x', 'admins', 'Payment'],
  ['/admin/mails', 'admins', 'Mails'],
  ['/admin/audit', 'admins', 'Audit log'],
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

/** Milliseconds for all screens; slow machines are no failures. */
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
    expect(main).not.toHaveTextContent(common.loading)
  })

/** The result of opening an address: the title of its screen, or the address it redirects to. */
async function opened(router: ReturnType<typeof renderApp>, path: string): Promise<string> {
  await act(() => router.navigate(path))
  await shown()
  if (screen.queryByText('Page Not Found')) return 'no such page'
  if (screen.queryByText(common.failed)) return 'broken'
  if (screen.queryByRole('heading', { name: /not have access/ })) return 'refused'
  const at = router.state.location.pathname
  const own = at === path.replace(/^\/admin\/instructions/, '/admin/exam-instructions')
  return own ? (screen.getByRole('heading', { level: 1 }).textContent ?? '') : at
}

describe.each(Object.entries(people))('for %s', (_, { user, may }) => {
  it(
    'each screen opens or leads elsewhere',
    async () => {
      const router = start(user, '/admin')
      await shown()
      for (const [path, who, heading] of table) {
        const found = await opened(router, path)
        // With the path, so that a failure says which one.
        const said = `${path}: ${found}`
        if (may.includes(who)) expect(said).toBe(`${path}: ${heading}`)
        else if (!user) expect(said).toBe(`${path}: /admin/login`)
        else if (user.role === 'user' && who !== 'everybody')
          expect(said).toBe(`${path}: /dashboard`)
        else if (who !== 'everybody') expect(['refused', '/dashboard', home(user)]).toContain(found)
        // A logged-in user is redirected from the login page.
        else if (path === '/admin/login') expect(found).not.toBe(heading)
        else expect(said).toBe(`${path}: ${heading}`)
      }
    },
    PATIENCE,
  )
})

/** Where moderators are redirected from the dashboard, which is for administrators. */
const home = (user: User) => (user.role === 'admin' ? '/admin' : '/admin/user-theories-exam')

it('says of any other address that there is no such page, with a way home', async () => {
  start(admin, '/admin/no-such-page')
  await shown()
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  const home = screen.getAllByRole('link', { name: 'Home' }).at(-1)
  expect(home).toHaveAttribute('href', '/')
})

it('stands in a frame with the name, Profile, Logout and the years', async () => {
  // Not while the year changes.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(12, 0, 0, 0) })
  onTestFinished(() => void vi.useRealTimers())
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
