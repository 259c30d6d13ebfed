// What a test will be, as its start page says it.

import type { FlowChoices } from '@/shared/flow/useFlow'
import { formatMinutes, formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { messages } from './messages'
import type { startNeeds } from './setup'
import { start } from './startMessages'
import type { MockLength } from './useMockLength'

const words = messages.journey

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
    [start.exam, choices.examName],
    [start.modeFact, choices.assessmentName],
    [plural(words.subjects, subjects.length), subjects.map((s) => s.title).join(', ')],
  ]
  const extra: [string, string] = [start.extraTime, start.extraTimeFact(formatPercent(extraTime))]
  if (choices.assessmentSlug === 'mock') {
    facts.push(...lengthFacts(length, isSample))
    return extraTime > 0 ? [...facts, extra] : facts
  }
  if (choices.paperFrom)
    facts.push([start.from, choices.paperFrom === 'weak' ? start.fromWeak : start.fromMistakes])
  facts.push([words.year, choices.year ? String(choices.year) : start.allYears])
  // A set of what was missed is as large as it is.
  if (choices.questionCount && choices.paperFrom !== 'mistakes')
    facts.push([words.questionsEach, start.upTo(formatNumber(choices.questionCount))])
  facts.push([
    words.time,
    choices.timeDuration ? formatMinutes(choices.timeDuration) : start.noClock,
  ])
  if (choices.timeDuration && extraTime > 0) facts.push(extra)
  if (choices.timeDuration && choices.powerSafe) facts.push([start.clock, start.powerSafeFact])
  if (choices.selectedTopics?.length)
    facts.push([start.topics, plural(start.topicsChosen, choices.selectedTopics.length)])
  return facts
}

/** The number of questions of a mock, or of its sample on a trial, and its time; nothing where the server
 * cannot tell. */
export function lengthFacts(
  length: MockLength | null | undefined,
  isSample: boolean,
): [string, string][] {
  if (length === null) return []
  const questions = length ? plural(words.questions, length.questions) : '…'
  return [
    [start.number, length && isSample ? start.sample(questions) : questions],
    [words.time, length ? formatMinutes(length.minutes) : '…'],
  ]
}
