// University, category and course: a choice each, remembered, and never an empty screen.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { examChoice, subscription } from '@/testing/data'
import { api, chosen, fresh, jamb, next, pick, post, unilag } from '@/testing/enrolment'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { enrolmentTexts } from './messages'

const { choose, forget } = useFlow.getState()

describe('university', () => {
  const at = { _id: 'unilag', title: 'University of Lagos' }
  beforeEach(() => choose({ examId: 'post' }))

  it('wants one, and goes on to its plans', async () => {
    const plans = { 'GET /get-subscriptions/post/unilag': { data: [] } }
    fakeApi({ ...api, ...plans, 'GET /me/exams': { data: [examChoice(post)] } })
    const router = renderStudent('/university')
    await screen.findByRole('radio', { name: /University of Lagos/ })
    await next()
    expect(screen.getByText(enrolmentTexts.chooseUniversity)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Prev' })).toHaveAttribute('href', '/exams')
    await pick(/University of Lagos/)
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/subscription'))
    expect(useFlow.getState().universityId).toBe('unilag')
    expect(await screen.findByText('No subscription plans available')).toBeVisible()
  })

  it('goes on to the categories where it is subscribed', async () => {
    const held = subscription(post, { university: at })
    fakeApi({ ...api, 'GET /me/exams': { data: [examChoice(post, { subscriptions: [held] })] } })
    const router = renderStudent('/university')
    await pick(/University of Lagos/)
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
    expect(useFlow.getState().userSubscription).toBe('sub-post')
  })

  it('is asked for before the plans', async () => {
    fakeApi({ ...api, 'GET /me/exams': { data: [examChoice(post)] } })
    const router = renderStudent('/subscription')
    await waitFor(() => expect(router.state.location.pathname).toBe('/university'))
  })

  it('is not open without questions, unless a plan is held there', async () => {
    const jos = { ...unilag, _id: 'jos', title: 'University of Jos' }
    const held = subscription(post, { university: { _id: 'ui', title: 'University of Ibadan' } })
    fakeApi({
      ...api,
      'GET /universities': {
        data: [unilag, jos, { ...unilag, _id: 'ui', title: 'University of Ibadan' }],
      },
      'GET /me/exams': { data: [examChoice(post, { subscriptions: [held] })] },
    })
    renderStudent('/university')
    expect(await screen.findByRole('radio', { name: /Jos.*Coming Soon/ })).toBeDisabled()
    expect(screen.getByRole('radio', { name: /Lagos.*480 questions/ })).toBeEnabled()
    expect(screen.getByRole('radio', { name: /Ibadan.*Subscribed/ })).toBeEnabled()
  })

  it('has none to choose', async () => {
    const none = { 'GET /universities': { data: [] } }
    fakeApi({ ...api, ...none, 'GET /me/exams': { data: [examChoice(post)] } })
    renderStudent('/university')
    expect(await screen.findByText(enrolmentTexts.noUniversities)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Prev' })).toHaveAttribute('href', '/exams')
  })
})

describe('category and course', () => {
  beforeEach(() => choose(chosen))

  it('wants a category, then a course', async () => {
    forget('categoryId', 'categoryName', 'courseId')
    fakeApi(api)
    const router = renderStudent('/categories')
    await screen.findByRole('radio', { name: /Sciences/ })
    await next()
    expect(screen.getByText(enrolmentTexts.chooseCategory)).toBeVisible()
    await pick(/Sciences/)
    await next()
    await screen.findByRole('radio', { name: 'Microbiology' })
    expect(router.state.location.pathname).toBe('/category-courses')
    await next()
    expect(screen.getByText(enrolmentTexts.chooseCourse)).toBeVisible()
    await pick('Microbiology')
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/course-subjects'))
    expect(useFlow.getState()).toMatchObject({
      categoryId: 'k1',
      categoryName: 'Sciences',
      courseId: 'c1',
      userSubscription: 'sub-jamb',
    })
  })

  it('closes a course without questions', async () => {
    const courses = [
      { _id: 'c1', title: 'Microbiology' },
      { _id: 'c2', title: 'Law' },
    ]
    fakeApi({ ...api, 'GET /get-courses/k1': { data: courses } })
    renderStudent('/category-courses')
    expect(await screen.findByRole('radio', { name: /Law.*Coming Soon/ })).toBeDisabled()
    expect(screen.getByRole('radio', { name: 'Microbiology' })).toBeEnabled()
  })

  it('forgets the course of another category', async () => {
    choose({ categoryId: 'another', subjects: [{ id: 's2', title: 'Physics' }] })
    fakeApi(api)
    renderStudent('/categories')
    await pick(/Sciences/)
    await next()
    await screen.findByRole('radio', { name: 'Microbiology' })
    expect([useFlow.getState().courseId, useFlow.getState().subjects]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('searches a long list', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ _id: `c${i}`, title: `Course ${i}` }))
    fakeApi({ ...api, 'GET /get-courses/k1': { data: many } })
    renderStudent('/category-courses')
    const { default: userEvent } = await import('@testing-library/user-event')
    await userEvent.type(await screen.findByRole('searchbox'), 'course 19')
    expect(screen.getAllByRole('radio')).toHaveLength(1)
  })

  it.each([
    ['/categories', { 'GET /get-categories': { data: [] } }, enrolmentTexts.noCategories, '/exams'],
    [
      '/category-courses',
      { 'GET /get-courses/k1': { data: [] } },
      enrolmentTexts.noCourses,
      '/categories',
    ],
  ])('%s says that there are none, and leads back', async (path, none, text, back) => {
    fakeApi({ ...api, ...none })
    renderStudent(path)
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Prev' })).toHaveAttribute('href', back)
  })

  it.each([
    ['/categories', [], { data: [examChoice(jamb)] }, '/subscription'],
    ['/category-courses', ['categoryId'], { data: [fresh] }, '/categories'],
    ['/course-subjects', ['courseId'], { data: [fresh] }, '/category-courses'],
    ['/course-subjects', ['categoryId', 'courseId'], { data: [fresh] }, '/categories'],
    ['/course-subjects', ['examId'], { data: [fresh] }, '/dashboard'],
    ['/course-subjects', [], { data: [] }, '/dashboard'],
  ] as const)('%s without %j leads to the step that makes it', async (path, keys, exams, to) => {
    forget(...keys)
    fakeApi({ ...api, 'GET /me/exams': exams, 'GET /attempts': { data: [], total: 0 } })
    const router = renderStudent(path)
    await waitFor(() => expect(router.state.location.pathname).toBe(to))
  })

  it('can be tried again after a failure', async () => {
    fakeApi({ ...api, 'GET /get-categories': failure(500, 'internal', 'Oh') })
    renderStudent('/categories')
    expect(await screen.findByText('Oh')).toBeVisible()
    expect(screen.getByRole('button', { name: common.retry })).toBeEnabled()
  })
})
