// The rules of setting up a test (spec 2 §5).

import { describe, expect, it } from 'vitest'
import { firstYear } from '@/shared/api/queries/attempts'
import { registeredSubjects } from '@/shared/api/queries/enrolment'
import { exam, registration, subjects } from '@/testing/data'
import { afterAssessment } from './AssessmentStep'
import { available, questionLimit, startAttempt, subjectLimit, yearsOf, yearToBegin } from './setup'
import { chosen } from './testing/journey'

const jamb = exam()

it('offers only what is registered', () => {
  const half = registration(jamb, { subjectsProcessed: ['s1'] })
  expect(registeredSubjects({ registration: half }).map((one) => one.title)).toEqual([
    subjects[1]?.title,
  ])
})

describe('setup', () => {
  it('takes several subjects for JAMB UTME only', () => {
    expect(subjectLimit('jamb-utme', 4)).toBe(4)
    expect(['post-utme', 'wassce-waec-ssce', 'jsce-bece'].map((s) => subjectLimit(s, 9))).toEqual([
      1, 1, 1,
    ])
  })

  it('limits a trial, and nothing else', () => {
    expect(questionLimit({ planName: 'Trial', numOfQuestions: 15 })).toBe(15)
    expect(questionLimit({ planName: 'trial', numOfQuestions: 500 })).toBe(100)
    expect(questionLimit({ planName: 'Trial', numOfQuestions: 0 })).toBe(1)
    expect(questionLimit({ planName: 'Gold', numOfQuestions: 15 })).toBe(100)
  })

  it('leads a JAMB mock to the instructions, all others to the setup', () => {
    expect(afterAssessment('jamb-utme', 'mock')).toBe('/instructions')
    expect(afterAssessment('jamb-utme', 'study')).toBe('/registered-subjects')
    expect(afterAssessment('wassce-waec-ssce', 'mock')).toBe('/registered-subjects')
  })

  it('reads what is available', () => {
    const count = (id: string, questions: number, theories: number, years: number[]) => ({
      subject: { _id: id, title: id },
      questions,
      theories,
      years,
    })
    const found = {
      success: true,
      totalQuestions: 41,
      exam: { _id: 'jamb', title: 'JAMB', slug: 'jamb-utme' },
      message: null,
      mock: null,
      counts: [count('a', 40, 0, [2018, 2019]), count('b', 0, 1, [2019]), count('c', 0, 0, [2001])],
      subjects: [],
    }
    expect(available(found)).toEqual(['a', 'b'])
    expect(yearsOf(found)).toEqual([2019, 2018, 2001])
  })

  it('begins with the newest year that all subjects have, or any, or with that of last time', () => {
    const of = (...years: number[][]) => ({
      totalQuestions: 0,
      exam: { _id: 'e', title: 'E', slug: 'e' },
      message: null,
      mock: null,
      counts: years.map((own, i) => ({
        subject: { _id: `s${i}`, title: `S${i}` },
        questions: 0,
        theories: 0,
        years: own,
      })),
      subjects: [],
    })
    expect(yearToBegin(of([2017, 2020], [2017, 2018]), null)).toBe(2017)
    expect(yearToBegin(of([2020], [2018]), null)).toBe(2020)
    expect(yearToBegin(of([2017, 2020]), 2017)).toBe(2017)
    expect(yearToBegin(of([2020]), 2017)).toBe(2020)
    expect(yearToBegin(of([]), undefined)).toBe(firstYear)
    expect(yearToBegin(undefined, 2017)).toBe(2017)
  })

  it('sends minutes for practice only, and nothing of a setup for a mock', () => {
    const choices = {
      examId: 'e',
      examName: 'E',
      examSlug: 'jamb-utme',
      examType: 'objective' as const,
      assessmentId: 'm',
      assessmentName: 'M',
      year: 2019,
      questionCount: 40,
      timeDuration: 60,
      shuffleQuestions: true,
      selectedTopics: ['t'],
    }
    const practice = startAttempt({ ...choices, assessmentSlug: 'practice' }, ['s'])
    expect(practice).toMatchObject({ timeDuration: 60, questionLimit: 40, selectedTopics: ['t'] })
    expect(startAttempt({ ...choices, assessmentSlug: 'study' }, ['s']).timeDuration).toBeNull()
    expect(startAttempt({ ...choices, assessmentSlug: 'mock' }, ['s'])).toEqual({
      examId: 'e',
      assessmentId: 'm',
      examType: 'objective',
      subjects: ['s'],
      university: null,
    })
  })
})

it('asks for a power-safe clock in practice alone, and for mistakes where they are meant', () => {
  const choices = { ...chosen, powerSafe: true, paperFrom: 'mistakes' as const } as Parameters<
    typeof startAttempt
  >[0]
  expect(startAttempt(choices, ['s1'])).toMatchObject({ powerSafe: true, from: 'mistakes' })
  expect(startAttempt({ ...choices, assessmentSlug: 'study' }, ['s1']).powerSafe).toBe(false)
  expect(startAttempt({ ...choices, assessmentSlug: 'mock' }, ['s1'])).not.toHaveProperty('from')
})
