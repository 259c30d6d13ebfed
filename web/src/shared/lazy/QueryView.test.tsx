// While its data is on the way, a screen whose layout is known shows the shape of it.
import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFlow } from '@/shared/flow/useFlow'
import { answers, chosen } from '@/testing/everything'
import { fakeApi, hang } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'

it.each([
  ['/dashboard', 'GET /me/exams', 2],
  ['/exams', 'GET /me/exams', 4],
  ['/categories', 'GET /get-categories', 6],
  ['/course-subjects', 'POST /get-course-subjects/', 6],
  ['/subscription', 'GET /get-subscriptions/jamb', 3],
  ['/my-subscriptions', 'GET /user-subscription-list/u1', 6],
  ['/mode-of-assessment', 'GET /get-assessments', 3],
  ['/select-subject-topic', 'GET /topics/s1', 1],
  ['/saved-subjects', 'GET /me/exams', 6],
  ['/results', 'GET /get-results/u1', 6],
  ['/practice-results/quiz1', 'GET /get-result-data/quiz1', 4],
  ['/mock-score', 'GET /get-mock-results-analytics/u1', 2],
  ['/', 'GET /try', 1],
  ['/faqs', 'GET /faqs', 4],
])('%s has the shape of what %s will answer', async (path, call, count) => {
  fakeApi({ ...answers, [call]: hang })
  useFlow.getState().choose(chosen)
  renderStudent(path)
  await waitFor(() => {
    const shapes = [...document.querySelectorAll('main [data-skeleton]')]
    expect(shapes.map((one) => one.querySelectorAll('[aria-hidden]').length)).toContain(count)
    for (const shape of shapes) expect(shape).toHaveTextContent('Please Wait...')
    expect(document.querySelector('main [data-loader]')).toBeNull()
  })
})
