// Study marks a choice when it is made (ruling 47): one save carries the choice and brings the
// key, the first choice counts, and neither the choice nor its marking is lost on a bad network.
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { sendKept } from './kept'
import {
  absorb,
  acknowledge,
  emptyOutbox,
  isFinal,
  merge,
  type Outbox,
  putAnswer,
  putMark,
  refuse,
  takeBatch,
  unmarked,
} from './outbox'
import type { Test } from './run'
import { markingOf } from './state'
import { openAttemptStore, parseKept } from './storage'
import { device, open, pass, serveFrom, server, setUp } from './testing/device'
import { attemptOf, START } from './testing/fixtures'
import { ModelServer } from './testing/modelServer'

const study = (id = 'a1') =>
  attemptOf({
    _id: id,
    assessment: { _id: 'm2', title: 'Study', slug: 'study' },
    deadline: null,
  })

describe('the outbox', () => {
  const chosen = (value = 'e1-a', at = 10): Outbox =>
    putMark(putAnswer(emptyOutbox, 'e1', 'question', value, at), 'e1')
  const knowsNone = () => false
  const knowsAll = () => true

  it('keeps the first choice, whatever is chosen next', () => {
    const box = chosen()
    expect(isFinal(box, 'e1')).toBe(true)
    expect(putAnswer(box, 'e1', 'question', 'e1-b', 20)).toBe(box)
    expect(putAnswer(box, 'e1', 'question', null, 20)).toBe(box)
    expect(putMark(box, 'e1')).toBe(box)
  })

  it('lets a choice be made anew that the server refuses', () => {
    const box = chosen()
    const batch = takeBatch(box, ['e1'])
    if (batch === null) throw new Error('nothing to send')
    const again = putAnswer(refuse(box, batch, 'no'), 'e1', 'question', 'e1-b', 20)
    expect(again.answers.e1?.value).toBe('e1-b')
    expect(isFinal(again, 'e1')).toBe(true)
  })

  it('asks to mark with the choice, and until the server knows it and its key is here', () => {
    const box = chosen()
    expect(unmarked(box, knowsNone)).toEqual(['e1'])
    const batch = takeBatch(box, ['e1'])
    expect(batch?.body).toMatchObject({ mark: ['e1'], answers: [{ question: 'e1' }] })
    if (batch === null) return
    const told = acknowledge(box, batch, { revision: 1, savedAt: 20 })
    expect(unmarked(told, knowsAll)).toEqual([])
    // The reply was lost, or came without the key.
    expect(unmarked(told, knowsNone)).toEqual(['e1'])
    expect(takeBatch(told, ['e1'])?.body).toMatchObject({ mark: ['e1'], answers: [] })
  })

  it('does not ask to mark a choice that the save does not carry', () => {
    const two = putMark(putAnswer(chosen(), 'e2', 'question', 'e2-a', 20), 'e2')
    expect(takeBatch(two, ['e1', 'e2'], 1)?.mark).toEqual(['e1'])
  })

  it('learns from the server and from other tabs what is final', () => {
    const answers = [{ question: 'e1', answer: 'e1-a', at: new Date(START).toISOString() }]
    const read = absorb(emptyOutbox, { ...study(), revision: 1, answers, marked: ['e1'] })
    expect(isFinal(read, 'e1')).toBe(true)
    const other = putAnswer(emptyOutbox, 'e1', 'question', 'e1-a', 10)
    for (const both of [merge(other, chosen()), merge(chosen(), other)])
      expect(isFinal(both, 'e1')).toBe(true)
  })

  it('tells a server that was put back once more', () => {
    const box = acknowledge(chosen(), takeBatch(chosen(), ['e1']) as never, {
      revision: 5,
      savedAt: 20,
    })
    expect(unmarked(absorb(box, { ...study(), revision: 2 }, 5), knowsAll)).toEqual(['e1'])
  })

  it('reads what earlier releases have kept', () => {
    const clock = { offset: 0, last: 0 }
    const kept = { user: 'u1', outbox: emptyOutbox, place: null, revealed: {}, clock }
    expect(parseKept(JSON.stringify(kept))).not.toBeNull()
    const odd = { ...kept, outbox: { ...emptyOutbox, marks: { e1: 'yes' } } }
    expect(parseKept(JSON.stringify(odd))).toBeNull()
  })
})

describe('the window', () => {
  setUp()
  beforeEach(() => serveFrom(new ModelServer(study())))
  const choose = (test: Test, value: string, id = 'e1') => test.answer(id, 'question', value, true)
  const marking = (test: Test, id = 'e1') => markingOf(test.store.getState(), id).is

  it('saves and marks with one call, without a rest', async () => {
    const test = open(device().attemptStore())
    choose(test, 'e1-a')
    expect(marking(test)).toBe('asking')
    await pass(100)
    expect(marking(test)).toBe('done')
    choose(test, 'e2-b', 'e2')
    await pass(100)
    expect(test.store.getState().revealed.e2).toMatchObject({ correctAns: 'e2-b' })
    expect(server.calls).toEqual(['save', 'save'])
    expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-b' })
  })

  it('takes no other choice, and sends none', async () => {
    const test = open(device().attemptStore())
    choose(test, 'e1-a')
    choose(test, 'e1-b')
    test.answer('e1', 'question', null)
    await pass(6_000)
    expect(server.held).toEqual({ e1: 'e1-a' })
    expect(test.store.getState().outbox.answers.e1?.value).toBe('e1-a')
  })

  it('leaves a choice open that is made to be thought over', async () => {
    const test = open(device().attemptStore())
    test.answer('e1', 'question', 'e1-a')
    await pass(6_000)
    expect(marking(test)).toBe('none')
    test.answer('e1', 'question', 'e1-b')
    await pass(6_000)
    expect(server.held).toEqual({ e1: 'e1-b' })
    expect(server.marked.size).toBe(0)
    // Marked once the switch is off, by the same choice.
    choose(test, 'e1-b')
    await pass(100)
    expect(marking(test)).toBe('done')
  })

  it('keeps the choice offline, over a reload too, and marks it once online', async () => {
    const { attemptStore, disk } = device()
    const test = open(attemptStore())
    server.weather = 'cut'
    choose(test, 'e1-a')
    await pass(1_000)
    expect(marking(test)).toBe('offline')
    choose(test, 'e1-b')
    const again = open(attemptStore(), { heard: null, kept: disk.kept })
    expect(marking(again)).toBe('offline')
    choose(again, 'e1-c')
    server.weather = 'fair'
    await pass(20_000)
    expect([marking(test), marking(again)]).toEqual(['done', 'done'])
    expect(server.held).toEqual({ e1: 'e1-a' })
  })

  it('asks for the key again where the reply was lost', async () => {
    const test = open(device().attemptStore())
    server.weather = 'deaf'
    choose(test, 'e1-a')
    await pass(500)
    expect(server.marked.has('e1')).toBe(true)
    expect(marking(test)).toBe('offline')
    server.weather = 'fair'
    await pass(20_000)
    expect(marking(test)).toBe('done')
  })

  it('says that a key is kept back, and asks no more until the window was left', async () => {
    const test = open(device().attemptStore())
    server.heldBack.add('e1')
    choose(test, 'e1-a')
    await pass(100)
    expect(marking(test)).toBe('in-mock')
    await pass(60_000)
    expect(server.calls.filter((call) => call === 'save')).toHaveLength(1)
    server.heldBack.clear()
    choose(test, 'e2-a', 'e2')
    await pass(6_000)
    expect(marking(test)).toBe('in-mock')
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(70_000)
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(6_000)
    expect(marking(test)).toBe('done')
  })

  it('counts the choice that arrives first of two devices', async () => {
    const phone = open(device().attemptStore())
    const laptop = open(device().attemptStore())
    choose(phone, 'e1-a')
    await pass(1_000)
    choose(laptop, 'e1-b')
    await pass(6_000)
    for (const test of [phone, laptop]) {
      expect(marking(test)).toBe('done')
      expect(test.store.getState().outbox.answers.e1?.value).toBe('e1-a')
    }
  })
})

it('marks what waits while no window is open, and keeps the key for the next', async () => {
  const server = new ModelServer(study('a7'))
  const outbox = putMark(putAnswer(emptyOutbox, 'e1', 'question', 'e1-a', START), 'e1')
  const clock = { offset: 0, last: START }
  await openAttemptStore('a7', 'u1').write({ user: 'u1', outbox, place: null, revealed: {}, clock })
  expect(await sendKept('a7', 'u1', { api: server.api })).toBe(0)
  expect(server.marked.has('e1')).toBe(true)
  expect((await openAttemptStore('a7', 'u1').read())?.revealed.e1).toMatchObject({
    correctAns: 'e1-b',
  })
})
