// A moderator grades a submission.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import type { Grading } from '@/shared/api/queries/grading'
import { choose } from '@/testing/choose'
import { admin, moderator } from '@/testing/data'
import { type Asked, failure, fakeApi, hang, offline } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { theoryTexts } from './messages'

const until = '2026-03-05T14:45:00.000Z'
const mine = { by: 'Adaeze Okonkwo', isMine: true, isReserved: false, until }

const answer = (n: number, theoryAnswered: string | null = `Mine ${n}`) => ({
  answerId: `q-${n}`,
  subject: { _id: 's1', title: 'Physics' },
  theory: { _id: `t${n}`, title: `${n}`, question: `<p>Explain ${n}.</p>`, logo: null },
  theoryAnswered,
  photographs: [],
  theoryCorrectAnswer: `<p>Model ${n}</p>`,
  detailedAnswer: '',
  ansGrade: null,
  remark: null,
})

const grading = (over: Partial<Grading> = {}): Grading =>
  ({
    _id: 'q',
    user: null,
    exam: { _id: 'waec', title: 'WASSCE', slug: 'wassce' },
    assessment: { _id: 'p', title: 'Practice', slug: 'practice' },
    year: 2019,
    submittedAt: '2026-03-05T14:30:00.000Z',
    examResult: 'pending',
    totalAvgGrade: null,
    claim: null,
    revision: 0,
    isGiven: false,
    answers: [answer(1), answer(2), answer(3, null)],
    gradings: [],
    ...over,
  }) as Grading

/** A server that keeps the grades. */
function server(more: Parameters<typeof fakeApi>[0] = {}, first = grading()) {
  let stored = first
  const log = fakeApi({
    'GET /grading/q': () => ({ data: stored }),
    'POST /grading/q/claim': () => {
      stored = { ...stored, claim: mine }
      return { data: stored }
    },
    'PUT /grading/q': ({ body }) => {
      const { grades } = body as { grades: Grading['answers'] }
      const answers = stored.answers.map((one) => ({
        ...one,
        ...grades.find(({ answerId }) => answerId === one.answerId),
      }))
      stored = { ...stored, answers, revision: stored.revision + 1, claim: mine }
      return { data: stored, message: '' }
    },
    'POST /grading/q/declare': () => {
      stored = { ...stored, examResult: 'declared', totalAvgGrade: 50, claim: null }
      return { data: stored, message: 'Result declared successfully.' }
    },
    'POST /grading/q/release': () => {
      stored = { ...stored, claim: null }
      return { message: 'Submission released successfully.' }
    },
    ...more,
  })
  return log
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const card = (n: number) => within(screen.getByRole('region', { name: `Physics, answer ${n}` }))
const puts = (log: Asked[]) => log.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const open = (as = moderator) => renderAdmin('/admin/user-theories-exam/q', as)
const grade = async (n: number, step: RegExp) =>
  userEvent.click(await card(n).findByRole('radio', { name: step }))

afterEach(() => {
  vi.useRealTimers()
})

describe('grading', () => {
  it('claims, saves each grade as it is given, asks once, declares, and opens the next', async () => {
    const log = server({
      'GET /grading/queue': { data: [{ _id: 'r' }], total: 1 },
      'GET /grading/r': { data: grading({ _id: 'r', claim: mine }) },
      'POST /grading/r/claim': { data: grading({ _id: 'r', claim: mine }) },
    })
    const router = open()
    expect(await screen.findByText(theoryTexts.freeNow)).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    await press(theoryTexts.claim)
    await waitFor(() => expect(card(1).getByRole('radio', { name: /^50%/ })).toBeEnabled())
    expect(card(3).queryByRole('radio')).toBeNull()
    await grade(1, /^50% Moderate Work Accuracy/)
    await waitFor(() => expect(puts(log)).toHaveLength(1))
    expect(puts(log)[0]).toEqual({
      revision: 0,
      grades: [{ answerId: 'q-1', ansGrade: 50, remark: null }],
      why: null,
    })
    await screen.findByText(/^Saved/)

    // Everything that was answered needs a grade.
    await press(theoryTexts.declare)
    expect(await screen.findByText('1 answer is not graded yet.')).toBeVisible()
    await waitFor(() => expect(card(2).getAllByRole('radio')[0]).toHaveFocus())
    await grade(2, /^100%/)
    await userEvent.type(card(2).getByRole('textbox', { name: theoryTexts.remark }), 'Well done')
    await waitFor(() =>
      expect(puts(log).at(-1)).toMatchObject({
        grades: [{ answerId: 'q-2', ansGrade: 100, remark: 'Well done' }],
      }),
    )

    await press(theoryTexts.declare)
    const dialog = within(await screen.findByRole('dialog', { name: theoryTexts.declareSure }))
    expect(dialog.getByText(theoryTexts.average).nextSibling).toHaveTextContent('50%')
    await userEvent.click(dialog.getByRole('button', { name: theoryTexts.yesDeclare }))
    expect(await screen.findByText('Result declared successfully.')).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/user-theories-exam/r'))
    expect(log.find(({ path }) => path === '/grading/queue')?.query.get('state')).toBe('free')
    expect(await screen.findByText(/, yours for /)).toBeVisible()
  })

  it('declares by the keys D and Y, and passes by what others have claimed meanwhile', async () => {
    const taken = failure(409, 'claimed', 'Musa Bello has claimed it.')
    const graded = [answer(1), answer(2), answer(3, null)].map((one, i) =>
      i < 2 ? { ...one, ansGrade: 75 } : one,
    ) as Grading['answers']
    const log = server(
      {
        'GET /grading/queue': { data: [{ _id: 's' }, { _id: 'r' }], total: 2 },
        'POST /grading/s/claim': taken,
        'POST /grading/r/claim': { data: grading({ _id: 'r', claim: mine }) },
        'GET /grading/r': { data: grading({ _id: 'r', claim: mine }) },
      },
      grading({ claim: mine, answers: graded }),
    )
    const router = open()
    await screen.findByText(/, yours for /)
    // Y alone declares nothing, and D is a letter in a remark.
    await userEvent.keyboard('y')
    await userEvent.type(card(1).getByRole('textbox', { name: theoryTexts.remark }), 'd')
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => (document.activeElement as HTMLElement).blur())
    await userEvent.keyboard('d')
    await screen.findByRole('dialog', { name: theoryTexts.declareSure })
    expect(log.map(({ path }) => path)).not.toContain('/grading/q/declare')
    await userEvent.keyboard('y')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/user-theories-exam/r'))
    expect(log.filter(({ path }) => path === '/grading/q/declare')).toHaveLength(1)
  })

  it('gives grades by the keys 0 to 4, as the console, to one answer after the other', async () => {
    const log = server({}, grading({ claim: mine }))
    open()
    await screen.findByText(/, yours for /)
    await userEvent.keyboard('3')
    expect(card(1).getByRole('radio', { name: /^75%/ })).toBeChecked()
    // No other key grades, not even those that count as zero.
    await userEvent.keyboard(' 5')
    expect(card(2).queryByRole('radio', { checked: true })).toBeNull()
    await userEvent.keyboard('0')
    expect(card(2).getByRole('radio', { name: /^0%/ })).toBeChecked()
    // Typing does not grade, and the focused answer is graded again.
    await userEvent.type(card(1).getByRole('textbox', { name: theoryTexts.remark }), '4')
    expect(card(1).getByRole('radio', { name: /^75%/ })).toBeChecked()
    card(1).getByRole('radio', { name: /^75%/ }).focus()
    await userEvent.keyboard('4')
    expect(card(1).getByRole('radio', { name: /^100%/ })).toBeChecked()
    await waitFor(() =>
      expect(puts(log).at(-1)).toMatchObject({ grades: [{ answerId: 'q-1', ansGrade: 100 }] }),
    )
  })

  describe('the next submission', () => {
    const declared = grading({ examResult: 'declared', totalAvgGrade: 50 })
    const next = { data: grading({ _id: 'r', claim: mine }) }
    const row = {
      ...grading(),
      subjects: [{ _id: 's1', title: 'Physics' }],
      theoryCount: 3,
      answeredCount: 2,
    }

    it('is of the filtered list from which the first one was opened', async () => {
      const log = server(
        {
          'GET /grading/queue': ({ query }) =>
            query.get('state') === 'free'
              ? { data: [{ _id: 'r' }], total: 1 }
              : { data: [row], total: 1 },
          'GET /grading/stats': { data: [] },
          'GET /exam-types': { data: [] },
          'GET /subjects/all': { data: [] },
          'GET /grading/r': next,
          'POST /grading/r/claim': next,
        },
        declared,
      )
      const list = '/admin/user-theories-exam?view=mine&exam=waec&subject=s1&from=2026-03-01'
      const router = renderAdmin(list, moderator)
      await userEvent.click(await screen.findByRole('link', { name: /^WASSCE/ }))
      expect(await screen.findByRole('link', { name: theoryTexts.back })).toHaveAttribute(
        'href',
        list,
      )
      await press(theoryTexts.next)
      await waitFor(() => expect(router.state.location.pathname).toMatch(/r$/))
      const asked = log.find(({ query }) => query.get('state') === 'free')
      expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
        state: 'free',
        exam: 'waec',
        subject: 's1',
        from: new Date(2026, 2, 1).toISOString(),
      })
      expect(router.state.location.state).toEqual({ list })
    })

    it('is not said to be missing while only the first few have been taken', async () => {
      server(
        {
          'GET /grading/queue': { data: [{ ...row, _id: 'r' }], total: 9 },
          'GET /grading/stats': { data: [] },
          'GET /exam-types': { data: [] },
          'GET /subjects/all': { data: [] },
          'POST /grading/r/claim': failure(409, 'claimed', 'Musa Bello has claimed it.'),
        },
        declared,
      )
      open()
      await press(theoryTexts.next)
      expect(await screen.findByText(theoryTexts.nextTaken)).toBeVisible()
      expect(screen.queryByText(theoryTexts.nothingNext)).toBeNull()
    })

    it('is not asked for twice while it opens by itself', async () => {
      const graded = [{ ...answer(1), ansGrade: 75 }] as Grading['answers']
      server({ 'GET /grading/queue': hang }, grading({ claim: mine, answers: graded }))
      open()
      await screen.findByText(/, yours for /)
      await userEvent.keyboard('d')
      await screen.findByRole('dialog', { name: theoryTexts.declareSure })
      await userEvent.keyboard('y')
      await screen.findByText(theoryTexts.isDeclared('50%'))
      expect(screen.getByRole('button', { name: theoryTexts.next })).toBeDisabled()
    })
  })

  it.each([
    ['D with Shift', '{Shift>}D{/Shift}'],
    ['D under Caps Lock', 'D'],
  ])('declares by %s, as the console', async (_, keys) => {
    const graded = [{ ...answer(1), ansGrade: 75 }] as Grading['answers']
    server({}, grading({ claim: mine, answers: graded }))
    open()
    await screen.findByText(/, yours for /)
    await userEvent.keyboard('{Control>}d{/Control}{Alt>}d{/Alt}{Meta>}d{/Meta}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.keyboard(keys)
    expect(await screen.findByRole('dialog', { name: theoryTexts.declareSure })).toBeVisible()
  })

  it('marks the declaration as waiting until the last grade is saved', async () => {
    let answered: () => void = () => undefined
    const saved = new Promise<void>((resolve) => {
      answered = resolve
    })
    const one = grading({ claim: mine, answers: [answer(1)] as Grading['answers'] })
    server({ 'PUT /grading/q': () => saved.then(() => ({ data: one, message: '' })) }, one)
    open()
    await screen.findByText(/, yours for /)
    await userEvent.keyboard('3d')
    const declare = screen.getByRole('button', { name: theoryTexts.declare })
    expect(declare).toBeDisabled()
    answered()
    expect(await screen.findByRole('dialog', { name: theoryTexts.declareSure })).toBeVisible()
    expect(declare).toBeEnabled()
  })

  it('says once what each grade means', async () => {
    server({}, grading({ claim: mine }))
    open()
    await screen.findByText(/, yours for /)
    const rubric = within(screen.getByRole('region', { name: theoryTexts.rubric }))
    expect(rubric.getByText('Moderate Work Accuracy').closest('li, div')).toHaveTextContent('2')
    expect(rubric.getByText('Moderate Work Accuracy')).toBeVisible()
    expect(card(1).getByRole('radio', { name: '50% Moderate Work Accuracy' })).toBeEnabled()
    expect(card(1).getAllByRole('group')[0]).toHaveAttribute('data-short')
  })

  it('says when the claim is lost, keeps what was given, and sends it once it is held again', async () => {
    let gone = true
    const log = server({}, grading({ claim: mine }))
    const kept = log.length
    open()
    await waitFor(() => expect(log.some(({ method }) => method === 'POST')).toBe(true))
    expect(kept).toBe(0)
    const lost = failure(409, 'claim-expired', 'Your claim has expired.', {
      claimedBy: 'Musa Bello',
      claimedUntil: until,
      isReserved: true,
    })
    const again = server(
      {
        'PUT /grading/q': ({ body }) => {
          if (gone) return lost
          return { data: grading({ claim: mine, revision: 4, ...(body as object) }), message: '' }
        },
        'POST /grading/q/claim': () => ({ data: grading({ claim: mine, revision: 3 }) }),
      },
      grading({ claim: mine }),
    )
    await grade(1, /^75%/)
    // A reservation lasts for days, so the day is named.
    expect(await screen.findByText(/^Musa Bello has claimed it until 05 Mar 2026, /)).toBeVisible()
    expect(card(1).getByRole('radio', { name: /^75%/ })).toBeChecked()
    expect(card(1).getByRole('radio', { name: /^75%/ })).toBeDisabled()
    gone = false
    await press(theoryTexts.claimAgain)
    await screen.findByText(/^Saved/)
    expect(puts(again).at(-1)).toEqual({
      revision: 3,
      grades: [{ answerId: 'q-1', ansGrade: 75, remark: null }],
      why: null,
    })
  })

  it('tries again when there was no line', async () => {
    let away = true
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const log = server(
      {
        'PUT /grading/q': () => {
          if (away) return offline()
          return { data: grading({ claim: mine, revision: 1 }), message: '' }
        },
      },
      grading({ claim: mine }),
    )
    open()
    await screen.findByText(/, yours for /)
    await grade(1, /^25%/)
    expect(await screen.findByText(theoryTexts.waitingToSave)).toBeVisible()
    away = false
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(await screen.findByText(/^Saved/)).toBeVisible()
    expect(puts(log)).toHaveLength(2)
  })

  it('gives no submission away whose last words are not saved', async () => {
    const log = server({ 'PUT /grading/q': offline() }, grading({ claim: mine }))
    open()
    await screen.findByText(/, yours for /)
    await grade(1, /^25%/)
    await press(theoryTexts.release)
    expect(await screen.findByText(theoryTexts.waitingToSave)).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: theoryTexts.release })).not.toHaveAttribute(
        'data-loading',
      ),
    )
    expect(log.map(({ path }) => path)).not.toContain('/grading/q/release')
  })

  it('asks before words are left that rest a moment before they are sent', async () => {
    const log = server({}, grading({ claim: mine }))
    open()
    await screen.findByText(/, yours for /)
    fireEvent.change(card(1).getByRole('textbox', { name: theoryTexts.remark }), {
      target: { value: 'Well' },
    })
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(puts(log)).toEqual([])
    expect(leaving.defaultPrevented).toBe(true)
  })

  it('takes in what another window of the same grader has saved', async () => {
    const stored = grading({
      claim: mine,
      revision: 7,
      answers: [answer(1), { ...answer(2), ansGrade: 25 }, answer(3, null)] as Grading['answers'],
    })
    let current = grading({ claim: mine })
    const log = server({
      'GET /grading/q': () => ({ data: current }),
      'POST /grading/q/claim': () => ({ data: current }),
      'PUT /grading/q': ({ body }) => {
        if ((body as { revision: number }).revision === 7) return { data: stored, message: '' }
        current = stored
        return failure(409, 'stale-revision', 'Changed elsewhere.', { revision: 7 })
      },
    })
    open()
    await screen.findByText(/, yours for /)
    await grade(1, /^0%/)
    await press(theoryTexts.keepMine)
    await screen.findByText(/^Saved/)
    expect(puts(log).at(-1)).toMatchObject({ revision: 7, grades: [{ answerId: 'q-1' }] })
    expect(card(2).getByRole('radio', { name: /^25%/ })).toBeChecked()
  })

  it('is read only while somebody else holds it; an administrator releases it', async () => {
    const log = server(
      {},
      grading({ claim: { by: 'Musa Bello', isMine: false, isReserved: false, until } }),
    )
    open(admin)
    expect(await screen.findByText(/^Musa Bello has claimed this submission until/)).toBeVisible()
    expect(screen.queryByRole('button', { name: theoryTexts.claim })).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
    await press(theoryTexts.releaseOther)
    expect(await screen.findByText('Submission released successfully.')).toBeVisible()
    expect(await screen.findByText(theoryTexts.freeNow)).toBeVisible()
    expect(log.some(({ path }) => path.endsWith('/release'))).toBe(true)
  })
})

describe('a declared submission', () => {
  const declared = grading({
    examResult: 'declared',
    totalAvgGrade: 25,
    revision: 2,
    answers: [{ ...answer(1), ansGrade: 25 }] as Grading['answers'],
  })

  it('is changed by an administrator who says why', async () => {
    const log = server({}, declared)
    open(admin)
    await press(theoryTexts.correct)
    await grade(1, /^75%/)
    await press(theoryTexts.saveCorrection)
    expect(await screen.findByText(theoryTexts.whyRequired)).toBeVisible()
    await userEvent.type(
      screen.getByRole('textbox', { name: theoryTexts.why }),
      'The scheme allows it',
    )
    await press(theoryTexts.saveCorrection)
    expect(await screen.findByText(theoryTexts.corrected)).toBeVisible()
    expect(puts(log)).toEqual([
      {
        revision: 2,
        grades: [{ answerId: 'q-1', ansGrade: 75, remark: null }],
        why: 'The scheme allows it',
      },
    ])
  })
})

describe('a declared submission that somebody else corrects meanwhile', () => {
  const stored = (revision: number, second: number) =>
    grading({
      examResult: 'declared',
      totalAvgGrade: 25,
      revision,
      answers: [
        { ...answer(1), ansGrade: 25 },
        { ...answer(2), ansGrade: second },
      ] as Grading['answers'],
    })

  const correct = async () => {
    await press(theoryTexts.correct)
    await grade(1, /^75%/)
    await userEvent.type(
      screen.getByRole('textbox', { name: theoryTexts.why }),
      'The scheme allows it',
    )
  }

  it('refuses the grades of before, and continues with theirs', async () => {
    let current = stored(2, 25)
    const log = server({
      'GET /grading/q': () => ({ data: current }),
      'PUT /grading/q': ({ body }) => {
        if ((body as { revision: number }).revision === 3) return { data: current, message: '' }
        current = stored(3, 50)
        return failure(409, 'stale-revision', 'Changed elsewhere.', { revision: 3 })
      },
    })
    open(admin)
    await correct()
    await press(theoryTexts.saveCorrection)
    expect(await screen.findByText(theoryTexts.changedMeanwhile)).toBeVisible()
    await press(theoryTexts.takeStored)
    expect(screen.queryByText(theoryTexts.changedMeanwhile)).toBeNull()
    expect(card(1).getByRole('radio', { name: /^25%/ })).toBeChecked()
    expect(card(2).getByRole('radio', { name: /^50%/ })).toBeChecked()
    await grade(1, /^75%/)
    await press(theoryTexts.saveCorrection)
    expect(await screen.findByText(theoryTexts.corrected)).toBeVisible()
    expect(puts(log).at(-1)).toMatchObject({ revision: 3, grades: [{ answerId: 'q-1' }] })
  })

  it('does not take their grades back after the page has read them', async () => {
    let current = stored(2, 25)
    const log = server({ 'GET /grading/q': () => ({ data: current }) })
    open(admin)
    await correct()
    current = stored(3, 50)
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(theoryTexts.changedMeanwhile)).toBeVisible()
    expect(screen.getByRole('button', { name: theoryTexts.saveCorrection })).toBeDisabled()
    expect(puts(log)).toEqual([])
  })
})

describe('the list', () => {
  const row = {
    ...grading(),
    subjects: [{ _id: 's1', title: 'Physics' }],
    theoryCount: 3,
    answeredCount: 2,
  }
  it('says who holds what waits, and lists the declared ones on request', async () => {
    const log = fakeApi({
      'GET /grading/queue': {
        data: [{ ...row, claim: { by: 'Musa Bello', isMine: false, isReserved: false, until } }],
        total: 1,
      },
      'GET /admin/user-theories': ({ query }) => ({
        userTheoryList: [
          query.get('state') === 'all'
            ? {
                ...row,
                user: null,
                claim: { by: 'Bola Ade', isMine: false, isReserved: false, until },
              }
            : { ...row, user: null, examResult: 'declared', claim: null },
        ],
        total: 1,
      }),
      'GET /grading/stats': { data: [{ user: null, today: 2, last7Days: 9 }] },
      'GET /exam-types': { data: [{ _id: 'waec', title: 'WASSCE' }] },
      'GET /subjects/all': {
        data: [
          { _id: 's1', title: 'Physics', exam: { _id: 'waec', title: 'WASSCE' } },
          { _id: 's2', title: 'Physics', exam: { _id: 'jamb', title: 'JAMB' } },
        ],
      },
    })
    renderAdmin('/admin/user-theories-exam', moderator)
    const table = within(await screen.findByRole('table'))
    expect(table.getByText(/^Musa Bello, until/)).toBeVisible()
    expect(table.getByText(theoryTexts.answered('2', '3'))).toBeVisible()
    expect(await screen.findByText(theoryTexts.yourWork('2', '9'))).toBeVisible()
    // Without an order the server puts mocks first.
    const waiting = log.find(({ path }) => path === '/grading/queue')
    expect(waiting?.query.has('sort')).toBe(false)
    await choose(theoryTexts.waiting, theoryTexts.declared)
    await waitFor(() =>
      expect(log.at(-1)?.path === '/admin/user-theories' && log.at(-1)?.query.get('state')).toBe(
        'declared',
      ),
    )
    expect(log.at(-1)?.query.has('view')).toBe(false)
    expect(log.at(-1)?.query.get('sort')).toBe('submittedAt')

    // The same filters hold for all of them.
    await choose(theoryTexts.waiting, theoryTexts.all)
    expect(await table.findByText(/^Bola Ade, until/)).toBeVisible()
    await choose('Subject', 'Physics (JAMB)')
    await choose(theoryTexts.exam, 'WASSCE')
    await choose('Subject', 'Physics')
    await userEvent.type(screen.getByRole('textbox', { name: 'From date' }), '01/03/2026{Enter}')
    await waitFor(() =>
      expect(Object.fromEntries(log.at(-1)?.query ?? [])).toMatchObject({
        state: 'all',
        exam: 'waec',
        subject: 's1',
        from: new Date(2026, 2, 1).toISOString(),
      }),
    )
  })
})
