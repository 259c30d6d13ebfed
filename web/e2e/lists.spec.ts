// The lists that no declaration spells, each with rows enough for a second page: how they are sorted,
// narrowed, searched and paged, held against their calls.

import { type Call, findIn } from './api.ts'
import { admin, biology, picture, title } from './backOffice.ts'
import { expect, type Locator, type Page, test } from './fixtures.ts'
import { type List, narrows, type Row, searches, showsItsRows, sorts, turns } from './lists.ts'
import { eventually } from './patience.ts'
import type { Server } from './server.ts'

const post = (json: unknown) => ({ method: 'POST' as const, json })
/** More than a page of them. */
const SOME = 11
const password = 'Correct-horse-7-battery'

let call: Call
let place: Awaited<ReturnType<typeof biology>>
test.beforeAll(async ({ server }) => {
  call = await server.api(admin)
  place = await biology(server)
  await writeIn()
  await people(server)
  await bank()
})

/** Visitors who write messages and subscribe to the newsletter. */
async function writeIn() {
  for (let n = 1; n <= SOME; n += 1) {
    const email = `visitor-${(n * 7) % SOME}@sabi.test`
    await call('/admin/subscribenewsletter/add', post({ email }))
    await call(
      '/admin/contactus/add',
      post({
        firstName: ['Uche', 'Ada', 'Musa'][n % 3],
        lastName: 'Eze',
        email,
        mobileNo: '08031234567',
        subject: `Question ${(n * 5) % SOME}`,
        message: 'How long does Gold hold?',
      }),
    )
  }
  const { data } = await call('/admin/contactus')
  await call(
    `/admin/contactus/reply/${data[3]._id}`,
    post({ contactusId: data[3]._id, replyMessage: 'A year.' }),
  )
}

/** Students with a plan each, subjects that they have registered, and payments. */
async function people(server: Server) {
  const exams = (await call('/exam-types')).data
  const exam = (slug: string) => findIn(exams, (one) => one.slug === slug)._id
  const plans = (await call('/admin/subscriptions?limit=0')).data
  const plan = (slug: string, price: number) =>
    findIn(plans, (one) => one.examType._id === exam(slug) && one.price === price)._id
  const subjects = (await call('/admin/subjects?limit=0')).data
  const courses = (await call('/admin/courses?limit=0')).data
  for (let n = 1; n <= SOME; n += 1) {
    const email = `pupil-${n}@sabi.test`
    const name = { first_name: ['Zainab', 'Emeka', 'Bola'][n % 3], last_name: `Obi ${n}` }
    const secret = { password, confirm_password: password }
    await call('/admin/customers/add', post({ ...name, email, accountStatus: 'Active', ...secret }))
    const own = await server.api(email)
    const { user } = await own('/me')
    const slug = n % 2 ? 'jamb-utme' : 'wassce-waec-ssce'
    await call(
      '/admin/students-subscriptions',
      post({ userId: user._id, subscriptionId: plan(slug, 1_000), reason: 'A prize.' }),
    )
    const [held] = (await own(`/user-subscription-list/${user._id}`)).data
    const course = courses[n % courses.length]
    const open = subjects.filter(
      (one) => one.exam._id === exam(slug) && one.course.some(({ _id }) => _id === course._id),
    )
    await own(
      '/save-exam-subjects',
      post({
        userId: user._id,
        examId: exam(slug),
        categoryId: course.category._id,
        courseId: course._id,
        userSubscription: held._id,
        subjects: open.slice(0, 1 + (n % 2)).map(({ _id }) => _id),
      }),
    )
    const paid = n % 3 ? 'jsce-bece' : 'jamb-utme'
    const { data } = await own(
      '/payments/initialize',
      post({ subscriptionId: plan(paid, n % 4 ? 5_000 : 1_000), examId: exam(paid) }),
    )
    if (n % 5 === 0) {
      await call(`/payments/sandbox/${data.reference}`, post({ outcome: 'declined' }))
      await call('/admin/payments/reconcile', post({ reference: data.reference }))
    }
  }
  // Each receipt has left, so that no mail changes its state while it is looked at.
  await eventually(async () =>
    expect((await call('/admin/mails?state=queued')).total, 'mails are still queued').toBe(0),
  )
}

/** Theory questions, years and sections. */
async function bank() {
  for (let n = 1; n <= SOME; n += 1) {
    const text = `<p>Explain the ${['xylem', 'aorta', 'kidney'][n % 3]} in ${n} sentences.</p>`
    await call(
      '/admin/theories/add',
      post({
        subjectId: place.subject,
        yearId: place.year,
        sectionId: place.section,
        title: `Explain ${n}`,
        question: text,
        description: text,
        detailed_answer: text,
        status: n % 4 > 0,
      }),
    )
  }
  for (const year of [2015, 2017, 2016]) {
    await call('/admin/question-subjects/add', post({ subject: place.subject, year, status: true }))
  }
  for (const [section_name, topic_count] of [
    ['Tissues', 3],
    ['Blood', 9],
  ]) {
    await call(
      `/admin/topic-sections/${place.topic}/add`,
      post({ topicId: place.topic, section_name, topic_count, status: false }),
    )
  }
  const { data } = await call(`/admin/questions/${place.subject}/all/${place.year}/all/all`)
  await call(`/admin/questions/update/${data[0]._id}`, { method: 'PUT', json: { status: false } })
}

/** The cells of a column. */
const cells = (heading: string) => async (scope: Page | Locator) =>
  (await scope.locator(`tbody td[data-label="${heading}"]`).allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' ').trim(),
  )

/** The part of each row's link between these. */
const linked = (pattern: RegExp) => (page: Page) =>
  page.locator('main tbody tr').evaluateAll(
    (rows, source) =>
      rows.map((row) => {
        const links = [...row.querySelectorAll('a')].map((link) => link.getAttribute('href'))
        return links
          .map((href) =>
            new RegExp(source)
              .exec(href ?? '')
              ?.slice(1)
              .join(),
          )
          .find(Boolean)
      }),
    pattern.source,
  )

const byId = ({ _id }: Row) => _id
const nameOf = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`
const exam = { name: 'exam', label: 'Exam' }
const exams = { name: 'exam', title: 'Exam' }
const from = { name: 'from', label: 'From date', day: true }
const to = { name: 'to', label: 'To date', day: true }
/** Shown otherwise than it is held. */
const cell = true

const lists: Record<string, List & { many: string; words?: string }> = {
  '/admin/contactus': {
    many: 'Contact messages',
    call: '/api/v1/admin/contactus',
    sort: '-createdAt',
    keyOf: byId,
    shown: linked(/\/detail\/([^/]+)$/),
    columns: [
      { name: 'subject', title: 'Subject' },
      { name: 'firstName', title: 'From', cell },
      { name: 'email', title: 'Email' },
      { name: 'isReply', title: 'Reply', cell },
      { name: 'createdAt', title: 'Received', cell },
    ],
    filters: [{ name: 'isReply', label: 'Reply' }],
    words: 'Question 7',
  },
  '/admin/subscribenewsletter': {
    many: 'Newsletter subscribers',
    call: '/api/v1/admin/subscribenewsletter',
    sort: '-createdAt',
    keyOf: ({ email }) => email,
    shown: cells('Email'),
    columns: [
      { name: 'email', title: 'Email' },
      { name: 'createdAt', title: 'Subscribed', cell },
    ],
    filters: [],
    words: 'visitor-7@',
  },
  '/admin/mails': {
    many: 'Mails',
    call: '/api/v1/admin/mails',
    sort: '-queuedAt',
    keyOf: ({ to: address, subject }) => `${address} ${subject}`,
    shown: cells('To'),
    columns: [
      { name: 'state', title: 'State', cell },
      { name: 'queuedAt', title: 'Created', cell },
    ],
    filters: [{ name: 'state', label: 'State' }, from, to],
  },
  '/admin/payments': {
    many: 'Payments',
    call: '/api/v1/admin/payments',
    sort: '-createdAt',
    keyOf: byId,
    shown: linked(/\/payments\/([^/]+)$/),
    columns: [
      { name: 'user', title: 'Student', value: ({ user }) => nameOf(user) },
      exams,
      { name: 'planName', title: 'Plan' },
      { name: 'amount', title: 'Amount', cell },
      { name: 'gateway', title: 'Gateway' },
      { name: 'state', title: 'State', cell },
      { name: 'createdAt', title: 'Started', cell },
    ],
    filters: [{ name: 'state', label: 'State' }, exam, from, to],
    words: 'Emeka',
  },
  '/admin/student-subscriptions': {
    many: 'Student subscriptions',
    call: '/api/v1/admin/students-subscriptions',
    sort: 'subscribedAt',
    keyOf: ({ user, exam: of, planName }) => `${nameOf(user)}, ${of.title}, ${planName}`,
    shown: async (page) => {
      const [names, titles, plans] = await Promise.all(
        ['Student', 'Exam', 'Plan'].map((heading) => cells(heading)(page)),
      )
      return names.map((name, i) => `${name}, ${titles[i]}, ${plans[i]}`)
    },
    columns: [
      { name: 'user', title: 'Student', value: ({ user }) => nameOf(user) },
      exams,
      { name: 'planName', title: 'Plan' },
      { name: 'duration', title: 'Days' },
      { name: 'price', title: 'Price', cell },
      { name: 'subscribedAt', title: 'Subscribed', cell },
      { name: 'expireAt', title: 'Expires', cell },
    ],
    filters: [exam],
    words: 'Emeka',
  },
  '/admin/student-registered-subjects?limit=10': {
    many: 'Registered subjects',
    call: '/api/v1/get-students-exam-subjects/',
    sort: 'course',
    limits: [50],
    keyOf: ({ user, exam: of }) => `${user},${of._id}`,
    shown: linked(/\/update\?user=([^&]+)&exam=([^&]+)$/),
    columns: [
      { name: 'student', title: 'Student', value: ({ student }) => nameOf(student) },
      exams,
      { name: 'category', title: 'Category' },
      { name: 'course', title: 'Course' },
      { name: 'university', title: 'University' },
      { name: 'subjects', title: 'Registered subjects' },
      { name: 'updateRequest', title: 'Change request', cell },
      { name: 'createdAt', title: 'Registered on', cell },
    ],
    filters: [
      exam,
      {
        name: 'changeRequested',
        label: 'Change request',
        keeps: ({ subjectsUpdate }, value) => subjectsUpdate.length > 0 === (value === 'true'),
      },
    ],
    words: 'Emeka',
  },
}

async function opened(page: Page, path: string, many: string) {
  // A login on a new device is mailed, and the mail changes its state once it is sent.
  await eventually(async () => expect((await call('/admin/mails?state=queued')).total).toBe(0))
  await page.goto(path)
  await title(page, many).waitFor()
  return page
}

for (const [path, { many, words, ...list }] of Object.entries(lists)) {
  test(many, async ({ admin: page }) => walk(await opened(page, path, many), path, list, words))
}

test('questions', async ({ admin: page }) => {
  const list = {
    call: `/api/v1/admin/questions/${place.subject}/all/${place.year}/all/all`,
    keyOf: byId,
    shown: linked(/\/questions\/edit\/[^/]+\/[^/]+\/([^/]+)\//),
    columns: [
      { name: 'question', title: 'Question', cell, raw: true },
      { name: 'group', title: 'Linked', cell },
      { name: 'status', title: 'Status', cell },
    ],
    filters: [],
  }
  const path = `/admin/questions/all/${place.subject}/${place.year}/all`
  await walk(await opened(page, path, 'Questions'), path, list, 'cell')
})

test('theories', async ({ admin: page }) => {
  const list = {
    call: `/api/v1/admin/theories/${place.subject}/${place.year}/all`,
    keyOf: byId,
    shown: linked(/\/theories\/edit\/[^/]+\/[^/]+\/([^/]+)$/),
    columns: [
      { name: 'question', title: 'Question', cell, raw: true },
      { name: 'section', title: 'Section' },
      { name: 'status', title: 'Status', cell },
    ],
    filters: [],
  }
  const path = `/admin/theories/all/${place.subject}/${place.year}`
  await walk(await opened(page, path, 'Theory questions'), path, list, 'xylem')
})

async function walk(page: Page, path: string, list: List, words?: string) {
  await showsItsRows(page, list)
  await sorts(page, list)
  await narrows(page, list)
  if (words) await searches(page, list, words)
  await page.goto(path)
  await turns(page, list)
}

test('years and sections, which are short', async ({ admin: page }) => {
  await opened(page, `/admin/subject-years/${place.subject}`, 'Biology')
  const years = (await call(`/admin/subject-years/${place.subject}`)).data
  const newest = years.toSorted((one, other) => other.year - one.year)
  await says(page, {
    Year: newest.map(({ year }) => year),
    'Total Questions': newest.map(({ totalQuestionsByYear }) => totalQuestionsByYear),
    Status: newest.map(wordOf),
  })

  // Plans of POST UTME are listed under each of their universities.
  const { subject, university } = await ofUniversity()
  await opened(page, `/admin/subject-years/${subject}`, 'Government')
  await says(page.getByRole('region', { name: university.title }), { Year: [2019, 2018] })
  await says(page.getByRole('region', { name: 'No university' }), { Year: [2017] })

  await opened(page, `/admin/topic-sections/${place.topic}`, 'Topic sections')
  const sections = (await call(`/admin/topic-sections/${place.topic}`)).topicSections
  expect(sections.length).toBeGreaterThan(2)
  await says(page, {
    'Section name': sections.map(({ section_name }) => section_name),
    'Topic count': sections.map(({ topic_count }) => topic_count),
    Status: sections.map(wordOf),
  })
})

const wordOf = ({ status }: { status: boolean }) => (status ? 'Active' : 'InActive')

/** The rows say this below these headings, once they are there. */
const says = (scope: Page | Locator, columns: Record<string, (string | number)[]>) =>
  eventually(async () => {
    for (const [heading, values] of Object.entries(columns)) {
      expect(await cells(heading)(scope), heading).toStrictEqual(values.map(String))
    }
  })

/** A subject of POST UTME, with two years of a university and one of none. */
async function ofUniversity() {
  const exam = findIn((await call('/exam-types')).data, ({ slug }) => slug === 'post-utme')._id
  const [university] = (await call('/admin/university/list?limit=0')).data
  const [course] = (await call('/admin/courses?limit=0')).data
  const of = [university._id]
  const logo = picture('logo.png').buffer.toString('base64')
  const form = { exam, course: [course._id], title: 'Government', university: of, status: true }
  await call('/admin/subjects/add', post({ ...form, subjectHour: 1, logo, imageName: 'logo.png' }))
  const { data } = await call(`/admin/subjects?exam=${exam}&limit=0`)
  const subject = findIn(data, ({ title: called }) => called === 'Government')._id
  for (const [year, university] of [
    [2018, of],
    [2017, []],
    [2019, of],
  ]) {
    await call('/admin/question-subjects/add', post({ subject, year, university, status: true }))
  }
  return { subject, university }
}
