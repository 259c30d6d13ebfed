// What a test will be, as its start page says it.
import type { FlowChoices } from '@/shared/flow/useFlow'
import { formatMinutes, formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { journeyTexts } from './messages'
import type { startNeeds } from './setup'
import type { MockLength } from './useStart'

export const startTexts = {
  instructions: 'Instruction for Candidates',
  instructionsTitle: 'Instructions',
  noInstructions: 'The timer starts when you start the test, and it does not pause.',
  candidate: 'Candidate',
  exam: 'Exam',
  duration: 'Duration',
  durationMinutes: { one: '{n} minute', other: '{n} minutes' },
  agree: 'I have read the instructions and agree to the {terms}',
  terms: 'terms and conditions',
  newTab: (label: string) => `${label} (opens in a new tab)`,
  agreeTerms: 'Please agree to the terms.',
  startMock: 'Start Mock',
  warmUpTitle: 'Your first mock here?',
  warmUpText:
    'Warm up with five easy questions. In two minutes you will know the keys, how to mark a question for review, and how to submit.',
  warmUp: 'Try five questions',
  warmUpSkip: 'Skip',
  warmUpAgain: 'How the test window works',
  startExam: 'Start Exam',
  startText:
    'Your answers are saved as you go. If the test closes, continue it from your dashboard.',
  modeFact: 'Mode',
  upTo: (n: string) => `up to ${n}`,
  noClock: 'No timer',
  topics: 'Topics',
  topicsChosen: { one: '{n} chosen', other: '{n} chosen' },

  number: 'Number of questions',
  sample: (questions: string) => `${questions}, a short sample on your trial plan`,
  clock: 'Timer',
  powerSafeFact: 'Power-safe: it stops while your device is off or offline',
  extraTime: 'Extra time',
  extraTimeFact: (percent: string) => `${percent} more than the usual time`,
  from: 'Questions',
  fromMistakes: 'The ones you missed',
  fromWeak: 'Matched to your level',
  allYears: 'All years',
}

type Subjects = FlowChoices['RegSubjects']
type Choices = Pick<FlowChoices, (typeof startNeeds)[number]> & Partial<FlowChoices>

/** Names and values, for the student to look over before the start. */
export function factsOf(
  choices: Choices,
  subjects: Subjects,
  extraTime: number,
  length?: MockLength | null,
  isSample = false,
): [string, string][] {
  const facts: [string, string][] = [
    [startTexts.exam, choices.examName],
    [startTexts.modeFact, choices.assessmentName],
    [plural(journeyTexts.subjects, subjects.length), subjects.map((s) => s.title).join(', ')],
  ]
  const extra: [string, string] = [
    startTexts.extraTime,
    startTexts.extraTimeFact(formatPercent(extraTime)),
  ]
  if (choices.assessmentSlug === 'mock') {
    facts.push(...lengthFacts(length, isSample))
    return extraTime > 0 ? [...facts, extra] : facts
  }
  if (choices.paperFrom)
    facts.push([
      startTexts.from,
      choices.paperFrom === 'weak' ? startTexts.fromWeak : startTexts.fromMistakes,
    ])
  facts.push([journeyTexts.year, choices.year ? String(choices.year) : startTexts.allYears])
  // A set of what was missed is as large as it is.
  if (choices.questionCount && choices.paperFrom !== 'mistakes')
    facts.push([journeyTexts.questionsEach, startTexts.upTo(formatNumber(choices.questionCount))])
  facts.push([
    journeyTexts.time,
    choices.timeDuration ? formatMinutes(choices.timeDuration) : startTexts.noClock,
  ])
  if (choices.timeDuration && extraTime > 0) facts.push(extra)
  if (choices.timeDuration && choices.powerSafe)
    facts.push([startTexts.clock, startTexts.powerSafeFact])
  if (choices.selectedTopics?.length)
    facts.push([startTexts.topics, plural(startTexts.topicsChosen, choices.selectedTopics.length)])
  return facts
}

/** The number of questions of a mock, or of its sample on a trial, and its time; nothing where the server
 * cannot tell. */
export function lengthFacts(
  length: MockLength | null | undefined,
  isSample: boolean,
): [string, string][] {
  if (length === null) return []
  const questions = length ? plural(journeyTexts.questions, length.questions) : '…'
  return [
    [startTexts.number, length && isSample ? startTexts.sample(questions) : questions],
    [journeyTexts.time, length ? formatMinutes(length.minutes) : '…'],
  ]
}
