// Registering subjects, what was registered, and asking once for others.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { examChoice, registration, subjects, subscription } from '@/testing/data'
import {
  api,
  bece,
  biology,
  chosen,
  fresh,
  full,
  jamb,
  next,
  offered,
  post,
  press,
} from '@/testing/enrolment'
import { type Asked, failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { enrolmentTexts } from './messages'

const some = {
  ...fresh,
  registration: registration(jamb, {
    subjects: subjects.slice(0, 2),
    subjectsProcessed: ['s0', 's1'],
  }),
}
const holding = (...exams: object[]) => ({ ...api, 'GET /me/exams': { data: exams } })
const box = (name: RegExp) => screen.findByRole('checkbox', { name })
const tick = async (name: RegExp) => userEvent.click(await box(name))

describe('course subjects', () => {
  beforeEach(() => useFlow.getState().choose(chosen))

  it('has the mandatory first and fixed, and no more than the maximum', async () => {
    fakeApi({ ...api, 'POST /get-course-subjects/': { data: [...offered, biology].reverse() } })
    renderStudent('/course-subjects')
    const english = await box(/Use of English.*Mandatory/)
    expect(english).toBeChecked()
    expect(english).toBeDisabled()
    expect(screen.getAllByRole('checkbox')[0]).toBe(english)
    await tick(/Mathematics/)
    await tick(/Physics/)
    await tick(/Biology/)
    expect(screen.getByText(common.maximumReached(3))).toBeVisible()
    expect(await box(/Biology/)).not.toBeChecked()
    expect(
      useFlow
        .getState()
        .subjects?.map(({ id }) => id)
        .sort(),
    ).toEqual(['s1', 's2'])
  })

  it('asks before it registers, and sends what is new', async () => {
    const log = fakeApi({
      ...holding(some),
      'POST /get-course-subjects/': { data: offered },
      'POST /save-exam-subjects': { data: registration(jamb), message: 'Done' },
    })
    const router = renderStudent('/course-subjects')
    expect(await box(/Mathematics.*Registered/)).toBeDisabled()
    await tick(/Physics/)
    await next()
    const dialog = await screen.findByRole('dialog')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Physics'])
    expect(log.some(({ path }) => path === '/save-exam-subjects')).toBe(false)
    await press(enrolmentTexts.yes)
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-subjects'))
    expect(await screen.findByText(common.registeredToast)).toBeVisible()
    expect(log.find(({ path }) => path === '/save-exam-subjects')?.body).toEqual({
      userId: 'u1',
      examId: 'jamb',
      categoryId: 'k1',
      courseId: 'c1',
      userSubscription: 'sub-jamb',
      subjects: ['s2'],
      subjectsUpdate: [],
    })
    expect(useFlow.getState()).toMatchObject({ subjects: undefined, regSubId: 'reg-jamb' })
  })

  it.each([
    ['stays where nothing is registered', fresh, '/course-subjects'],
    ['goes on to a test where something is', some, '/exam-type'],
  ])('No %s', async (_name, exam, path) => {
    const log = fakeApi(holding(exam))
    const router = renderStudent('/course-subjects')
    await tick(/Physics/)
    await next()
    await screen.findByRole('dialog')
    await press(enrolmentTexts.no)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
    expect(log.some(({ path }) => path === '/save-exam-subjects')).toBe(false)
  })

  it('wants at least one that is new', async () => {
    fakeApi(holding(some))
    renderStudent('/course-subjects')
    await box(/Physics/)
    await next()
    expect(screen.getByText(common.selectSubject)).toBeVisible()
  })

  it('says what the server says of it', async () => {
    const why = 'You have reached the maximum limit (3) of selected subjects.'
    const refused = failure(422, 'invalid', why, { subjects: why })
    fakeApi({ ...api, 'POST /save-exam-subjects': refused })
    renderStudent('/course-subjects')
    await tick(/Physics/)
    await next()
    await screen.findByRole('dialog')
    await press(enrolmentTexts.yes)
    expect(await screen.findByText(why)).toBeVisible()
  })

  it('goes straight on once all are registered, also without a course', async () => {
    useFlow.getState().forget('categoryId', 'courseId')
    const data = offered.map((one) => ({ ...one, registered: true }))
    fakeApi({ ...holding(full), 'POST /get-course-subjects/': { data: [...data, biology] } })
    const router = renderStudent('/course-subjects')
    expect(await screen.findByText(enrolmentTexts.allRegisteredText)).toBeVisible()
    expect(await box(/Biology/)).toBeDisabled()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/exam-type'))
  })

  it('asks for all subjects of JSCE (BECE), which has no courses', async () => {
    useFlow.getState().choose({ examId: 'bece' })
    const exam = examChoice(bece, { subscriptions: [subscription(bece)] })
    const log = fakeApi(holding(exam))
    renderStudent('/course-subjects')
    expect(await screen.findByText(common.noSubjects)).toBeVisible()
    expect(log.find(({ path }) => path === '/get-course-subjects/')?.body).toEqual({
      examId: 'bece',
      courseId: null,
      universityId: null,
    })
  })
})

describe('saved subjects', () => {
  const university = { _id: 'unilag', title: 'University of Lagos' }
  const lagos = examChoice(post, {
    maximumSubjects: 4,
    subscriptions: [subscription(post, { university })],
    registration: registration(post, { university }),
  })

  it('leads to a test, to more subjects, and to a change of them', async () => {
    fakeApi(holding(full, lagos))
    const router = renderStudent('/saved-subjects')
    const names = (of: HTMLElement) =>
      within(of)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    const row = await screen.findByRole('row', { name: /^JAMB UTME/ })
    expect(names(row)).toEqual([
      enrolmentTexts.goToExam,
      enrolmentTexts.allRegistered,
      enrolmentTexts.changeSubjects,
    ])
    expect(within(row).getByText(enrolmentTexts.allRegistered).closest('button')).toBeDisabled()
    const other = screen.getByRole('row', { name: /POST UTME \(University of Lagos\)/ })
    expect(names(other)).toEqual([enrolmentTexts.goToExam, enrolmentTexts.registerSubjects])
    await userEvent.click(within(other).getByRole('button', { name: /Register Subjects/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
    expect(useFlow.getState()).toMatchObject({ examId: 'post', universityId: 'unilag' })
  })

  it('leads to more subjects of the course that is known', async () => {
    const category = { _id: 'k1', title: 'Sciences' }
    const course = { _id: 'c1', title: 'Microbiology' }
    fakeApi(holding({ ...some, registration: { ...some.registration, category, course } }))
    const router = renderStudent('/saved-subjects')
    await userEvent.click(await screen.findByRole('button', { name: /Register Subjects/ }))
    expect(await screen.findByRole('heading', { name: enrolmentTexts.subjectsTitle })).toBeVisible()
    expect(router.state.location.pathname).toBe('/course-subjects')
  })

  it('offers a new plan where the old one has expired', async () => {
    fakeApi(holding({ ...full, subscriptions: [] }))
    const router = renderStudent('/saved-subjects')
    await userEvent.click(await screen.findByRole('button', { name: /Renew/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/subscription'))
  })

  it('has nothing to show before a plan is held', async () => {
    fakeApi(holding(examChoice(jamb)))
    renderStudent('/saved-subjects')
    expect(await screen.findByText(common.notSubscribed)).toBeVisible()
    expect(screen.getByRole('link', { name: common.chooseExam })).toHaveAttribute('href', '/exams')
  })
})

describe('a change of subjects', () => {
  beforeEach(() => useFlow.getState().choose(chosen))
  const instead = (name: string) => screen.findByLabelText(enrolmentTexts.replaceBy(name))

  it('is of what is not mandatory, and new', async () => {
    const asked = registration(jamb, { subjectsUpdate: [{ _id: 's3', title: 'Biology' }] })
    const sent = () => log.some(({ path }) => path === '/save-exam-subjects')
    const log: Asked[] = fakeApi({
      ...holding(full),
      'GET /me/exams': () => ({ data: [sent() ? { ...full, registration: asked } : full] }),
      'POST /save-exam-subjects': { data: asked, message: 'Done' },
    })
    const router = renderStudent('/saved-subjects-update')
    const physics = await instead('Physics')
    expect(screen.queryByLabelText(enrolmentTexts.replaceBy('Use of English'))).toBeNull()
    await press(enrolmentTexts.ask)
    expect(screen.getByText(enrolmentTexts.selectNew)).toBeVisible()
    await userEvent.selectOptions(physics, 'Mathematics')
    await press(enrolmentTexts.ask)
    expect(screen.getByText(enrolmentTexts.alreadyHeld)).toBeVisible()
    await userEvent.selectOptions(physics, 'Biology')
    await press(enrolmentTexts.ask)
    expect(await screen.findByText(enrolmentTexts.insteadOf('Physics', 'Biology'))).toBeVisible()
    await press(enrolmentTexts.yes)
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-subjects'))
    expect(log.find(({ path }) => path === '/save-exam-subjects')?.body).toMatchObject({
      subjects: [],
      subjectsUpdate: ['s0', 's1', 's3'],
    })
    expect(await screen.findByText(enrolmentTexts.alreadyChanged)).toBeVisible()
  })

  it.each([
    ['was made', { updateRequest: true }],
    ['waits', { subjectsUpdate: [{ _id: 's3', title: 'Biology' }] }],
  ])('is not asked for twice: one %s', async (_name, over) => {
    fakeApi(holding({ ...full, registration: registration(jamb, over) }))
    renderStudent('/saved-subjects-update')
    expect(await screen.findByText(enrolmentTexts.alreadyChanged)).toBeVisible()
    expect(screen.queryByRole('combobox', { name: /Instead/ })).toBeNull()
  })

  it('says that there is nothing to change where all of them are mandatory', async () => {
    const kept = registration(jamb)
    const all = kept.subjects.map((one) => ({ ...one, mandetory: true }))
    fakeApi(holding({ ...full, registration: { ...kept, subjects: all } }))
    renderStudent('/saved-subjects-update')
    expect(await screen.findByText(enrolmentTexts.allMandatory)).toBeVisible()
    expect(screen.queryByRole('button', { name: enrolmentTexts.ask })).toBeNull()
  })

  it('needs all of them to be registered first', async () => {
    fakeApi(holding(some))
    renderStudent('/saved-subjects-update')
    expect(await screen.findByText(enrolmentTexts.registerAllFirst('2', '3'))).toBeVisible()
    expect(screen.getByRole('link', { name: enrolmentTexts.registerSubjects })).toHaveAttribute(
      'href',
      '/categories',
    )
  })
})

describe('saved exams', () => {
  it('goes on to a test of what is ticked', async () => {
    const kept = registration(jamb, {
      selectedSubjects: ['s1'],
      assessment: { _id: 'm1', slug: 'study', title: 'Study' },
    })
    const years = { totalQuestions: 0, exam: jamb, counts: [], subjects: [], message: null }
    fakeApi({
      ...holding({ ...full, registration: kept }),
      'GET /get-saved-subjects/u1': { data: [kept] },
      'POST /get-year-questions': years,
    })
    const router = renderStudent('/saved-exams')
    await tick(/Mathematics/)
    await press(/Proceed for Test/)
    expect(screen.getByText(enrolmentTexts.selectBefore)).toBeVisible()
    await tick(/Physics/)
    await press(/Proceed for Test/)
    await waitFor(() => expect(router.state.location.pathname).toBe('/registered-subjects'))
    expect(useFlow.getState()).toMatchObject({
      RegSubjects: [{ id: 's2', title: 'Physics' }],
      subjectName: 'Physics',
      assessmentSlug: 'study',
      examType: 'objective',
    })
  })

  it.each([
    [null, '/exam-type'],
    ['theory' as const, '/mode-of-assessment'],
  ])('of an exam with both kinds, where %s was taken last, leads to %s', async (examType, path) => {
    const both = { ...full, examType: 'both' as const }
    fakeApi({
      ...holding({ ...both, registration: registration(jamb, { examType }) }),
      'GET /get-assessments': { data: [] },
    })
    const router = renderStudent('/saved-exams')
    await tick(/Physics/)
    await press(/Proceed for Test/)
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  })

  it('leads to the mode where none was ever chosen', async () => {
    fakeApi({ ...holding(full), 'GET /get-assessments': { data: [] } })
    const router = renderStudent('/saved-exams')
    await tick(/Physics/)
    await press(/Proceed for Test/)
    await waitFor(() => expect(router.state.location.pathname).toBe('/mode-of-assessment'))
  })
})
