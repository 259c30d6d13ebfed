// Questions and theory questions, added and changed as an administrator does it.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { bankQuestion, subjectYear } from '@/testing/data'
import { type Asked, failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { bankFormTexts, walkTexts } from '../bank/messages'
import { conflictTexts, leaveTexts, pictureTexts } from '../messages'
import { insightTexts, keyTexts, withdrawTexts } from '../quality/messages'

vi.mock('@/shared/ui/RichTextField', () => import('@/testing/RichTextField'))
const section = (id: string, section_name: string) => ({
  _id: id,
  section_name,
  status: true,
  totalQuestions: 1,
  totalTheories: 1,
})
const theory = {
  _id: 'th1',
  title: 'Essay 1',
  question: 'Why?',
  description: 'So.',
  detailed_answer: 'Because so.',
  status: true,
  logo: null,
  university: [],
  subject: { _id: 's1', title: 'Mathematics' },
  topic: { _id: 't1', title: 'Algebra' },
  section: { _id: 'x1', title: 'Indices' },
  year: { _id: 'y19', title: '2019' },
  version: 4,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const stored = bankQuestion(1, { logo: '/uploads/one.png', version: 7 })

function server(more: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    'GET /admin/subject-years/detail/y19': { data: subjectYear() },
    'POST /admin/question-topic-sections': {
      data: [
        {
          _id: 't1',
          title: 'Algebra',
          status: true,
          topicSections: [section('x1', 'Indices'), section('x2', 'Surds')],
        },
      ],
    },
    'GET /admin/questions/s1/t1/y19/x1/all': { data: [stored], total: 1 },
    'GET /admin/questions/s1/y19/q1': { data: stored },
    'POST /admin/questions/x1/add': { data: [stored], message: bankFormTexts.added },
    'PUT /admin/questions/update/q1': { data: stored, message: bankFormTexts.updated },
    'GET /admin/theories/s1/y19/x1': { data: [theory], total: 1 },
    'GET /admin/theory/s1/y19/th1': { data: theory },
    'POST /admin/theories/add': { data: theory, message: bankFormTexts.theoryAdded },
    'PUT /admin/theories/update/th1': { data: theory, message: bankFormTexts.theoryUpdated },
    ...more,
  })
}

const list = '/admin/questions/x1/s1/y19/t1'
const theories = '/admin/theories/x1/s1/y19'
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const box = (name: string | RegExp) => screen.findByRole('textbox', { name })
const write = async (name: string | RegExp, text: string) => userEvent.type(await box(name), text)
const toast = async (text: string) => expect(await screen.findByText(text)).toBeVisible()
const right = (letter: string) => screen.getByRole('radio', { name: letter })
const bodies = (log: Asked[], call: string) =>
  log.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body)

describe('the key that adds', () => {
  const topic = { _id: 't1', title: 'Algebra', subject: 's1', status: true }
  it.each([
    ['/admin/question-subjects', '/admin/question-subjects/add'],
    ['/admin/subject-years/s1', '/admin/question-subjects/add'],
    ['/admin/topic-sections/t1', '/admin/topic-sections/t1/add'],
    [list, '/admin/questions/add/s1/y19/x1/t1'],
    [theories, '/admin/theories/s1/y19/x1/add'],
  ])('leads from %s to %s', async (from, to) => {
    server({
      'GET /admin/question-subjects': { data: [] },
      'GET /admin/subject-years/s1': { data: [], total: 0 },
      'GET /admin/topics/t1': { data: topic },
      'GET /admin/topic-sections/t1': { data: [], total: 0 },
    })
    const router = renderAdmin(from)
    await waitFor(() => expect(document.querySelector('[data-do="add"]')).toBeVisible())
    fireEvent.keyDown(document.body, { key: 'a' })
    await waitFor(() => expect(router.state.location.pathname).toBe(to))
  })
})

const toAdd = async () => {
  const router = renderAdmin(list)
  await userEvent.click(await screen.findByRole('link', { name: 'Add Question' }))
  await box(bankFormTexts.option('A'))
  return router
}

describe('adding a question', () => {
  it('asks nothing on the way out where the linked questions are empty', async () => {
    server()
    const router = await toAdd()
    await userEvent.click(screen.getByRole('switch', { name: new RegExp(bankFormTexts.linked) }))
    await press(bankFormTexts.another)
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
  })

  it('asks on the way out where a linked question holds something', async () => {
    server()
    const router = await toAdd()
    const here = router.state.location.pathname
    await userEvent.click(screen.getByRole('switch', { name: new RegExp(bankFormTexts.linked) }))
    await write('Question', 'Why?')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    expect(await screen.findByRole('button', { name: leaveTexts.stay })).toBeVisible()
    expect(router.state.location.pathname).toBe(here)
  })

  const add = 'POST /admin/questions/x1/add'

  it('asks for what is missing, with exactly one right option, and adds it where it was begun', async () => {
    const log = server()
    const router = await toAdd()
    expect(screen.getByRole('combobox', { name: /^Section/ })).toHaveValue('Algebra: Indices')
    await press('Add question')
    const group = screen.getByRole('radiogroup', { name: /^Correct answer/ })
    expect(group).toHaveAccessibleDescription(bankFormTexts.noRightAnswer)
    await waitFor(async () => expect(await box('Question')).toHaveFocus())
    expect(bodies(log, add)).toEqual([])

    await write(/^Title/, 'Roots')
    await write('Question', 'What is 2 + 2?')
    await write(bankFormTexts.option('A'), 'Three')
    await write(bankFormTexts.option('B'), 'Four')
    await userEvent.click(right('A'))
    await userEvent.click(right('B'))
    expect(right('A')).not.toBeChecked()
    await press('Add question')
    await toast(bankFormTexts.added)
    expect(bodies(log, add)).toEqual([
      {
        yearId: 'y19',
        title: 'Roots',
        status: false,
        forVisitors: false,
        heldBack: false,
        questions: [
          {
            questionTitle: 'What is 2 + 2?',
            option1: 'Three',
            option2: 'Four',
            option3: '',
            option4: '',
            option5: '',
            rightAnswer: 2,
            answerDesc: '',
          },
        ],
      },
    ])
    expect(router.state.location.pathname).toBe(list)
  })

  it('begins the next one in the same section, with the keyboard alone', async () => {
    const log = server()
    const router = await toAdd()
    const here = router.state.location.pathname
    await userEvent.click(screen.getByRole('switch', { name: /^Status/ }))
    for (const [n, stem] of ['What is 2 + 2?', 'What is 3 + 3?'].entries()) {
      await write('Question', stem)
      await write(bankFormTexts.option('A'), 'Four')
      await write(bankFormTexts.option('B'), 'Six')
      await userEvent.click(right(n === 0 ? 'A' : 'B'))
      await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
      await waitFor(() => expect(bodies(log, add)).toHaveLength(n + 1))
      await waitFor(async () => expect(await box('Question')).toHaveFocus())
      expect(await box('Question')).toHaveTextContent('')
      expect(right('A')).not.toBeChecked()
    }
    expect(bodies(log, add)).toMatchObject([
      { status: true, questions: [{ questionTitle: 'What is 2 + 2?', rightAnswer: 1 }] },
      { status: true, questions: [{ questionTitle: 'What is 3 + 3?', rightAnswer: 2 }] },
    ])
    expect(screen.getByRole('combobox', { name: /^Section/ })).toHaveValue('Algebra: Indices')
    expect(router.state.location.pathname).toBe(here)
    // Nothing is unsaved.
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
  })

  it('keeps in the next one what was typed while the last was sent', async () => {
    let answer: (reply: Record<string, unknown>) => void = () => undefined
    const log = server({
      [add]: () =>
        new Promise<Record<string, unknown>>((resolve) => {
          answer = resolve
        }),
    })
    await toAdd()
    await write('Question', 'What is 2 + 2?')
    await write(bankFormTexts.option('A'), 'Four')
    await write(bankFormTexts.option('B'), 'Six')
    await userEvent.click(right('A'))
    await press(bankFormTexts.addAndAnother)
    await waitFor(() => expect(bodies(log, add)).toHaveLength(1))
    await write(/^Title/, 'Sums')
    answer({ data: {}, message: '' })
    await toast(bankFormTexts.added)
    expect(await box(/^Title/)).toHaveValue('Sums')
    expect(await box('Question')).toHaveTextContent('')
  })

  it('keeps the focus at the options when the last one is removed', async () => {
    server()
    await toAdd()
    await press(bankFormTexts.removeOption('D'))
    expect(screen.getByRole('button', { name: bankFormTexts.addOption })).toHaveFocus()
  })

  it('shows what the server refuses of one of several at that one, the first with the focus', async () => {
    const wrong = 'This option is the same as another one'
    const log = server({
      [add]: failure(422, 'invalid', wrong, {
        'questions[1].option2': wrong,
        'questions[1].rightAnswer': bankFormTexts.noRightAnswer,
      }),
    })
    await toAdd()
    await write(/^Title/, 'On a passage')
    await userEvent.click(screen.getByRole('switch', { name: /^Linked/ }))
    await write(bankFormTexts.passage, 'Once upon a time')
    await press(bankFormTexts.another)
    for (const name of ['Question 1', 'Question 2']) {
      const entry = within(screen.getByRole('group', { name }))
      await userEvent.type(entry.getByRole('textbox', { name: 'Question' }), name)
      await userEvent.type(entry.getByRole('textbox', { name: bankFormTexts.option('A') }), 'One')
      await userEvent.type(entry.getByRole('textbox', { name: bankFormTexts.option('B') }), 'Two')
      await userEvent.click(entry.getByRole('radio', { name: 'A' }))
    }
    await press('Add question')
    const first = within(screen.getByRole('group', { name: 'Question 1' }))
    const second = within(screen.getByRole('group', { name: 'Question 2' }))
    const option = second.getByRole('textbox', { name: bankFormTexts.option('B') })
    await waitFor(() => expect(option).toHaveFocus())
    expect(option).toHaveAccessibleDescription(wrong)
    expect(first.getByRole('textbox', { name: bankFormTexts.option('B') })).toBeValid()
    expect(second.getByRole('radiogroup')).toHaveAccessibleDescription(bankFormTexts.noRightAnswer)
    expect(bodies(log, add)[0]).toMatchObject({
      passageCheck: true,
      passage: 'Once upon a time',
      questions: [{ questionTitle: 'Question 1' }, { questionTitle: 'Question 2' }],
    })
  })

  it('takes five on a passage at most, and any but the first away', async () => {
    server()
    await toAdd()
    await userEvent.click(screen.getByRole('switch', { name: /^Linked/ }))
    for (let n = 2; n <= 5; n += 1) await press(bankFormTexts.another)
    const more = screen.getByRole('button', { name: bankFormTexts.another })
    expect(more).toBeDisabled()
    expect(screen.queryByRole('button', { name: bankFormTexts.remove(1) })).toBeNull()
    await press(bankFormTexts.remove(3))
    expect(more).toHaveFocus()
    expect(screen.queryByRole('group', { name: 'Question 5' })).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: /^Linked/ }))
    expect(screen.getAllByRole('radiogroup')).toHaveLength(1)
  })
})

describe('changing a question', () => {
  const update = 'PUT /admin/questions/update/q1'
  const toEdit = async () => {
    const router = renderAdmin(`${list}?page=1`)
    await userEvent.click(await screen.findByRole('link', { name: /^Edit: Stem 1/ }))
    expect(await box(bankFormTexts.option('B'))).toHaveValue('Opt B')
    return router
  }

  it('begins as it is stored, and sends options and key together', async () => {
    const log = server()
    const router = await toEdit()
    expect(router.state.location.pathname).toBe('/admin/questions/edit/s1/y19/q1/t1')
    expect(right('B')).toBeChecked()
    await write(bankFormTexts.option('B'), '!')
    await press('Save')
    await toast(bankFormTexts.updated)
    expect(bodies(log, update)).toEqual([
      {
        option_1: 'Opt A',
        option_2: 'Opt B!',
        option_3: 'Opt C',
        option_4: '',
        option_5: '',
        correct_answer: 2,
        version: 7,
      },
    ])
    expect(router.state.location.pathname + router.state.location.search).toBe(`${list}?page=1`)
  })

  it.each(['s', '{Enter}'])('is saved by Ctrl and %s from within its fields', async (key) => {
    const log = server()
    const router = await toEdit()
    await write(/^Title/, '!')
    await userEvent.keyboard(`{Control>}${key}{/Control}`)
    await waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(bodies(log, update)).toEqual([{ title: 'Q1!', version: 7 }])
  })

  it.each([insightTexts.answers, insightTexts.history])(
    'is not saved by Ctrl S under %s',
    async (name) => {
      const log = server()
      await toEdit()
      await write(/^Title/, '!')
      await userEvent.click(screen.getByRole('tab', { name }))
      await userEvent.keyboard('{Control>}s{/Control}')
      await userEvent.click(screen.getByRole('tab', { name: 'Question' }))
      expect(await box(/^Title/)).toHaveValue('Q1!')
      expect(bodies(log, update)).toEqual([])
      await userEvent.keyboard('{Control>}s{/Control}')
      await waitFor(() => expect(bodies(log, update)).toHaveLength(1))
    },
  )

  it('leads to the question before and after it by a key, but not from within a field', async () => {
    const two = { data: [stored, bankQuestion(2)], total: 2 }
    server({
      'GET /admin/questions/s1/t1/y19/x1/all': two,
      'GET /admin/questions/s1/y19/q2': { data: bankQuestion(2) },
    })
    const router = await toEdit()
    await screen.findByRole('button', { name: walkTexts.saveAndNext })
    const here = router.state.location.pathname
    fireEvent.keyDown(await box(/^Title/), { key: ']' })
    expect(router.state.location.pathname).toBe(here)
    fireEvent.keyDown(document.body, { key: ']' })
    await waitFor(() => expect(router.state.location.pathname).toContain('/q2/'))
    await waitFor(() => expect(screen.getByRole('link', { name: walkTexts.before })).toBeVisible())
    fireEvent.keyDown(document.body, { key: '[' })
    await waitFor(() => expect(router.state.location.pathname).toBe(here))
  })

  it('is saved by Ctrl, Shift and Enter, and opens the next', async () => {
    const two = { data: [stored, bankQuestion(2)], total: 2 }
    const log = server({
      'GET /admin/questions/s1/t1/y19/x1/all': two,
      'GET /admin/questions/s1/y19/q2': { data: bankQuestion(2) },
    })
    const router = await toEdit()
    await screen.findByRole('button', { name: walkTexts.saveAndNext })
    await write(/^Title/, '!')
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await waitFor(() => expect(router.state.location.pathname).toContain('/q2/'))
    expect(bodies(log, update)).toEqual([{ title: 'Q1!', version: 7 }])
  })

  it('is saved by Enter without going on to the next', async () => {
    const two = { data: [stored, bankQuestion(2)], total: 2 }
    server({ 'GET /admin/questions/s1/t1/y19/x1/all': two })
    const router = await toEdit()
    expect(await screen.findByRole('button', { name: walkTexts.saveAndNext })).toBeVisible()
    await write(/^Title/, '!{Enter}')
    await toast(bankFormTexts.updated)
    expect(router.state.location.pathname).toBe(list)
  })

  it('shows whose results would be re-marked before another option is saved as right', async () => {
    const key = 'PUT /admin/questions/q1/key'
    const log = server({ [key]: { dryRun: true, affected: 3, moved: 0, changed: [] } })
    await toEdit()
    await userEvent.click(right('C'))
    await press('Save')
    expect(await screen.findByText('3 results have this question.')).toBeVisible()
    expect(bodies(log, key)).toEqual([{ option: stored.options[2]?._id, dryRun: true }])
    await press(keyTexts.cancel)
    expect(bodies(log, update)).toEqual([])
    expect(right('C')).toBeChecked()

    await press('Save')
    await press(keyTexts.save)
    await toast(bankFormTexts.updated)
    expect(bodies(log, update)).toMatchObject([{ correct_answer: 3, version: 7 }])
  })

  it('asks about the key until the answer arrives, with its buttons disabled', async () => {
    let answer: () => void = () => undefined
    const log = server({
      'PUT /admin/questions/q1/key': { dryRun: true, affected: 3, moved: 0, changed: [] },
      [update]: async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return failure(422, 'invalid', 'Too long.', { title: 'Too long.' })
      },
    })
    await toEdit()
    await userEvent.click(right('C'))
    await press('Save')
    await screen.findByText('3 results have this question.')
    const dialog = within(screen.getByRole('dialog'))
    await press(keyTexts.save)
    await waitFor(() => expect(bodies(log, update)).toHaveLength(1))
    for (const name of [keyTexts.cancel, keyTexts.save]) {
      expect(dialog.getByRole('button', { name })).toBeDisabled()
    }
    await act(async () => answer())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () => expect(await box(/^Title/)).toHaveFocus())
  })

  it('withdraws a broken one from every result, and puts it back', async () => {
    const call = 'PUT /admin/questions/q1/withdrawn'
    let now = stored
    const log = server({
      'GET /admin/questions/s1/y19/q1': () => ({ data: now }),
      [call]: ({ body }) => {
        const { withdrawn, dryRun } = body as { withdrawn: boolean; dryRun: boolean }
        if (!dryRun) now = { ...stored, withdrawn, status: false, version: now.version + 1 }
        return { affected: 3, moved: 0, changed: [] }
      },
    })
    await toEdit()
    await press(withdrawTexts.open)
    expect(await screen.findByText('3 results have this question.')).toBeVisible()
    await press(withdrawTexts.confirm)
    await toast('Question withdrawn. 3 results were re-marked.')
    expect(await screen.findByText(withdrawTexts.isWithdrawn)).toBeVisible()
    await press(withdrawTexts.putBack)
    await press(withdrawTexts.confirmPutBack)
    await toast('Question put back. 3 results were re-marked.')
    expect(bodies(log, call)).toEqual([
      { withdrawn: true, version: 7, dryRun: true },
      { withdrawn: true, version: 7, dryRun: false },
      { withdrawn: false, version: 8, dryRun: true },
      { withdrawn: false, version: 8, dryRun: false },
    ])
  })

  it('moves it to another section and takes its picture away', async () => {
    const log = server()
    await toEdit()
    await userEvent.click(screen.getByRole('combobox', { name: /^Section/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Algebra: Surds' }))
    await press(`Picture: ${pictureTexts.clear}`)
    await press('Save')
    await toast(bankFormTexts.updated)
    expect(bodies(log, update)).toEqual([{ sectionId: 'x2', logo: null, version: 7 }])
  })

  it('says what the server refuses at the options and the key', async () => {
    const same = 'This option is the same as another one'
    const refused = { option_2: same, correct_answer: bankFormTexts.noRightAnswer }
    server({ [update]: failure(422, 'invalid', same, refused) })
    await toEdit()
    await write(bankFormTexts.option('B'), '!')
    await press('Save')
    await waitFor(async () => expect(await box(bankFormTexts.option('B'))).toHaveFocus())
    expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription(bankFormTexts.noRightAnswer)
  })

  it('asks before it is left, and reports a change by somebody else', async () => {
    let theirs = stored
    server({
      'GET /admin/questions/s1/y19/q1': () => ({ data: theirs }),
      [update]: () => {
        theirs = { ...stored, title: 'Theirs', version: 8 }
        return failure(409, 'changed', 'Someone else has changed this.', { version: 8 })
      },
    })
    const router = await toEdit()
    await write(/^Title/, ' mine')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    await press(leaveTexts.stay)
    await press('Save')
    const row = within(await screen.findByRole('table')).getByRole('row', { name: /^Title/ })
    expect(row).toHaveTextContent('TitleTheirsQ1 mine')
    expect(router.state.location.pathname).toContain('/edit/')
  })

  /** Somebody else changes the question while it is edited here. */
  const contested = (theirs: typeof stored) => {
    let now = stored
    return server({
      'GET /admin/questions/s1/y19/q1': () => ({ data: now }),
      'PUT /admin/questions/q1/key': { dryRun: true, affected: 3, moved: 2, changed: [] },
      [update]: ({ body }) => {
        if ((body as { version: number }).version === 8) return { data: now }
        now = { ...theirs, version: 8 }
        return failure(409, 'changed', 'Someone else has changed this.', { version: 8 })
      },
    })
  }

  it('keeps a key that somebody else corrected meanwhile', async () => {
    const log = contested({ ...stored, correctAns: 'q1C' })
    await toEdit()
    await write(bankFormTexts.option('A'), '!')
    await press('Save')
    await press(conflictTexts.merge)
    expect(right('C')).toBeChecked()
    expect(bodies(log, update)).toHaveLength(1)
    await press('Save')
    await toast(bankFormTexts.updated)
    expect(bodies(log, update).at(-1)).toMatchObject({
      option_1: 'Opt A!',
      correct_answer: 3,
      version: 8,
    })
  })

  it('asks again whose results move before a merged record makes another option right', async () => {
    const [a, b, c] = stored.options
    if (!a || !b || !c) throw new Error('three options')
    const log = contested({ ...stored, options: [c, b, a] })
    await toEdit()
    await userEvent.click(right('C'))
    await press('Save')
    await press(keyTexts.save)
    await press(conflictTexts.merge)
    // The option that was chosen is first now.
    expect(right('A')).toBeChecked()
    await press('Save')
    await press(keyTexts.save)
    await toast(bankFormTexts.updated)
    expect(bodies(log, 'PUT /admin/questions/q1/key')).toEqual([
      { option: 'q1C', dryRun: true },
      { option: 'q1C', dryRun: true },
    ])
    expect(bodies(log, update).at(-1)).toMatchObject({ correct_answer: 1, version: 8 })
  })
})

describe('a linked question', () => {
  it('keeps the group of one editor and the passage of another', async () => {
    const linked = { ...stored, passageCheck: true, group: 'Comets', passage: 'A comet.' }
    let now = linked
    const log = server({
      'GET /admin/questions/s1/t1/y19/x1/all': { data: [linked], total: 1 },
      'GET /admin/questions/s1/y19/q1': () => ({ data: now }),
      'PUT /admin/questions/update/q1': ({ body }) => {
        if ((body as { version: number }).version === 8) return { data: now }
        now = { ...linked, passage: 'A comet has a tail.', version: 8 }
        return failure(409, 'changed', 'Someone else has changed this.', { version: 8 })
      },
    })
    renderAdmin('/admin/questions/edit/s1/y19/q1/t1')
    await write(new RegExp(`^${bankFormTexts.group}`), ' and stars')
    await press('Save')
    await press(conflictTexts.merge)
    // The merged record is shown before it is sent.
    expect(await box(bankFormTexts.passage)).toHaveValue('A comet has a tail.')
    expect(await box(new RegExp(`^${bankFormTexts.group}`))).toHaveValue('Comets and stars')
    await press('Save')
    await toast(bankFormTexts.updated)
    expect(bodies(log, 'PUT /admin/questions/update/q1')).toEqual([
      { group: 'Comets and stars', version: 7 },
      { group: 'Comets and stars', version: 8 },
    ])
  })
})

describe('the idempotency key', () => {
  const keysOf = (log: Asked[], call: string) =>
    log
      .filter(({ method, path }) => `${method} ${path}` === call)
      .map(({ headers }) => headers.get('Idempotency-Key'))
  const once = (data: object) => {
    let fails = true
    return () => {
      if (!fails) return { data }
      fails = false
      return failure(502, 'gateway', 'No answer.')
    }
  }

  it('of a question is the same when it is sent again', async () => {
    const call = 'POST /admin/questions/x1/add'
    const log = server({ [call]: once([stored]) })
    await toAdd()
    await write(/^Title/, 'Roots')
    await write('Question', 'What is 2 + 2?')
    await write(bankFormTexts.option('A'), 'Three')
    await write(bankFormTexts.option('B'), 'Four')
    await userEvent.click(right('B'))
    await press('Add question')
    expect((await screen.findAllByText('No answer.'))[0]).toBeVisible()
    await press('Add question')
    await toast(bankFormTexts.added)
    const [first, again] = keysOf(log, call)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(first)
  })

  it('of a theory question is the same when it is sent again', async () => {
    const call = 'POST /admin/theories/add'
    const log = server({ [call]: once(theory) })
    renderAdmin('/admin/theories/s1/y19/x1/add')
    await write(/^Title/, 'Essay 2')
    await write(bankFormTexts.question, 'How?')
    await write(bankFormTexts.answer, 'So.')
    await write(bankFormTexts.detailedAnswer, 'Like this.')
    await press('Add theory question')
    expect((await screen.findAllByText('No answer.'))[0]).toBeVisible()
    await press('Add theory question')
    await toast(bankFormTexts.theoryAdded)
    const [first, again] = keysOf(log, call)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(first)
  })
})

describe('theory questions', () => {
  it('keep what two people changed in different fields', async () => {
    let now = theory
    const call = 'PUT /admin/theories/update/th1'
    const log = server({
      'GET /admin/theory/s1/y19/th1': () => ({ data: now }),
      [call]: ({ body }) => {
        if ((body as { version: number }).version === 5) return { data: now }
        now = { ...theory, detailed_answer: 'Because they said so.', version: 5 }
        return failure(409, 'changed', 'Someone else has changed this.', { version: 5 })
      },
    })
    renderAdmin(theories)
    await userEvent.click(await screen.findByRole('link', { name: 'Edit: Why?' }))
    await write(bankFormTexts.answer, ' Yes.')
    await press('Save')
    await press(conflictTexts.merge)
    expect(await box(bankFormTexts.detailedAnswer)).toHaveValue('Because they said so.')
    expect(await box(bankFormTexts.answer)).toHaveValue('So. Yes.')
    expect(bodies(log, call)).toHaveLength(1)
    await press('Save')
    await toast(bankFormTexts.theoryUpdated)
    expect(bodies(log, call).at(-1)).toEqual({ description: 'So. Yes.', version: 5 })
  })

  it('are listed and added', async () => {
    const log = server()
    const router = renderAdmin(theories)
    expect(await screen.findByRole('link', { name: 'Why?' })).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Add theory question' }))
    await press('Add theory question')
    await waitFor(async () => expect(await box(/^Title/)).toHaveFocus())
    await write(/^Title/, 'Essay 2')
    await write(bankFormTexts.question, 'How?')
    await write(bankFormTexts.answer, 'So.')
    await write(bankFormTexts.detailedAnswer, 'Like this.')
    await press('Add theory question')
    await toast(bankFormTexts.theoryAdded)
    expect(bodies(log, 'POST /admin/theories/add')).toEqual([
      {
        subjectId: 's1',
        yearId: 'y19',
        sectionId: 'x1',
        title: 'Essay 2',
        question: 'How?',
        description: 'So.',
        detailed_answer: 'Like this.',
        review: 'draft',
        status: false,
      },
    ])
    expect(router.state.location.pathname).toBe(theories)
  })

  it('are changed from the version that was read, and deleted', async () => {
    const log = server({ 'DELETE /admin/theories/th1': { message: bankFormTexts.theoryDeleted } })
    const router = renderAdmin(theories)
    await userEvent.click(await screen.findByRole('link', { name: 'Edit: Why?' }))
    await write(bankFormTexts.answer, ' Yes.')
    await press('Save')
    await toast(bankFormTexts.theoryUpdated)
    expect(bodies(log, 'PUT /admin/theories/update/th1')).toEqual([
      { description: 'So. Yes.', version: 4 },
    ])
    expect(router.state.location.pathname).toBe(theories)
    await press('Delete: Why?')
    await press('Yes')
    await toast(bankFormTexts.theoryDeleted)
  })
})
