// The journey's choices in local storage, under the names of the documents.
import { describe, expect, it, vi } from 'vitest'
import { getSession, useSession } from '@/shared/session/useSession'
import { useFlow } from './useFlow'

/** The choices after a reload of the page. */
async function choicesAfterReload() {
  vi.resetModules()
  return (await import('./useFlow')).useFlow.getState()
}

describe('flow', () => {
  it('keeps each choice under its own name', () => {
    useFlow.getState().choose({ examId: 'e1', examSlug: 'jamb-utme', maximumSubjects: 4 })
    expect(JSON.parse(localStorage.getItem('examId') ?? '')).toBe('e1')
    expect(JSON.parse(localStorage.getItem('maximumSubjects') ?? '')).toBe(4)
    expect(localStorage.getItem('courseId')).toBeNull()
  })

  it('is there again after a reload, which reads it while the module is loaded', async () => {
    localStorage.setItem('examName', '"JAMB UTME"')
    localStorage.setItem('RegSubjects', '[{"id":"s1","title":"Physics"}]')
    expect(await choicesAfterReload()).toMatchObject({
      examName: 'JAMB UTME',
      RegSubjects: [{ id: 's1', title: 'Physics' }],
    })
  })

  it('knows after a reload that a visitor chose, until somebody signs in', async () => {
    useFlow.getState().choose({ examId: 'waec' })
    useFlow.setState({ ofVisitor: true })
    vi.resetModules()
    const reloaded = await import('./useFlow')
    expect(reloaded.useFlow.getState()).toMatchObject({ examId: 'waec', ofVisitor: true })
    reloaded.useFlow.setState({ ofVisitor: false })
    expect(localStorage.getItem('ofVisitor')).toBeNull()
  })

  it('goes on in memory where storage is full, and brings back no older choice', async () => {
    useFlow.getState().choose({ examId: 'old' })
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    useFlow.getState().choose({ examId: 'new' })
    full.mockRestore()
    expect(useFlow.getState().examId).toBe('new')
    expect(localStorage.getItem('examId')).toBeNull()
  })

  it('logs out where storage is refused', () => {
    const keys = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    localStorage.setItem('examId', '"jamb"')
    useSession.getState().signedOut()
    keys.mockRestore()
    expect(getSession().is).toBe('out')
  })

  it('leaves out what somebody else wrote badly', async () => {
    localStorage.setItem('examName', '{broken')
    expect((await choicesAfterReload()).examName).toBeUndefined()
  })

  it.each([
    ['RegSubjects', '5'],
    ['RegSubjects', '[null]'],
    ['subjects', '{"id":"s1"}'],
    ['selectedTopics', '[1]'],
    ['examId', '{}'],
    ['examName', 'null'],
    ['year', '"2019"'],
    ['shuffleQuestions', '"yes"'],
  ] as const)('leaves out what is of another kind: %s %s', async (key, text) => {
    localStorage.setItem(key, text)
    expect((await choicesAfterReload())[key]).toBeUndefined()
  })

  it('writes over no choice of another tab but with one of its own', () => {
    useFlow.getState().choose({ examId: 'mine', year: 2019 })
    // Another tab chooses another exam.
    localStorage.setItem('examId', '"theirs"')
    useFlow.getState().choose({ year: 2020 })
    expect([localStorage.getItem('examId'), localStorage.getItem('year')]).toEqual([
      '"theirs"',
      '2020',
    ])
    expect(useFlow.getState().examId).toBe('mine')
  })

  it('forgets one choice, or all', () => {
    useFlow.getState().choose({ examId: 'e1', year: 2019 })
    useFlow.getState().forget('year')
    expect([localStorage.getItem('year'), useFlow.getState().year]).toEqual([null, undefined])
    useFlow.getState().reset()
    expect([localStorage.getItem('examId'), useFlow.getState().examId]).toEqual([null, undefined])
  })
})
