// The names under which the documents keep the journey's choices in the browser (spec 1 §9, 2 §3).
import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import { endSession } from '@/shared/session/endSession'
import { useSession } from '@/shared/session/useSession'
import { student } from '@/testing/data'
import { fakeApi } from '@/testing/fakeApi'
import { type FlowChoices, useFlow } from './useFlow'

/** The names of spec 1 §9, each with a valid choice. */
const ofAccounts = {
  examId: 'jamb',
  examSlug: 'jamb-utme',
  examName: 'JAMB UTME',
  logo: '/uploads/jamb.webp',
  maximumSubjects: 4,
  examinationType: 'both',
  categoryId: 'k1',
  categoryName: 'Sciences',
  courseId: 'c1',
  universityId: 'unilag',
  userSubscription: 'sub-jamb',
  subjects: [{ id: 's2', title: 'Physics' }],
  RegSubjects: [{ id: 's1', title: 'Mathematics' }],
  assessmentId: 'm2',
  assessmentName: 'Practice',
  subjectName: 'Mathematics',
} satisfies Partial<FlowChoices>
/** Names added by spec 2 §3. */
const ofJourney = {
  timeDuration: 30,
  questionCount: 40,
  year: 2019,
  shuffleQuestions: true,
  shuffleOptions: false,
  selectedTopics: ['x1'],
} satisfies Partial<FlowChoices>
const documented = Object.entries({ ...ofAccounts, ...ofJourney })

describe('the documented keys', () => {
  it('are all of the documents', () => {
    expect(Object.keys(ofAccounts)).toHaveLength(16)
    expect(documented).toHaveLength(16 + 6)
  })

  it.each(documented)('%s is written and read', async (name, value) => {
    useFlow.getState().choose({ [name]: value })
    const written = localStorage.getItem(name)
    expect(JSON.parse(written ?? 'null')).toEqual(value)
    useFlow.getState().reset()
    localStorage.setItem(name, written ?? '')
    vi.resetModules()
    const reloaded = await import('./useFlow')
    expect(reloaded.useFlow.getState()).toMatchObject({ [name]: value })
  })

  it('are all gone after a logout', async () => {
    fakeApi({ 'POST /logout': { message: 'Logout successfully.' } })
    useSession.getState().signedIn(student)
    useFlow.getState().choose({ ...ofAccounts, ...ofJourney })
    const left = () => documented.filter(([name]) => localStorage.getItem(name) !== null)
    expect(left()).toHaveLength(documented.length)
    expect(await endSession()).toBe(true)
    expect(left()).toEqual([])
    const flow: Record<string, unknown> = { ...useFlow.getState() }
    expect(documented.filter(([name]) => flow[name] !== undefined)).toEqual([])
  })
})
