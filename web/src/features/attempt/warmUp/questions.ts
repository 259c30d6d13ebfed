// The five questions of the warm-up. Anybody can answer them: they teach the window, not a subject.
import type { Paper } from '@/shared/api/types'

const given: [stem: string, options: string[], answer: number][] = [
  ['What is 7 + 5?', ['10', '11', '12', '13'], 2],
  ['Which city is the capital of Nigeria?', ['Lagos', 'Abuja', 'Kano', 'Ibadan'], 1],
  ['On which planet do we live?', ['Mars', 'Venus', 'Jupiter', 'Earth'], 3],
  ['Which word is opposite in meaning to <b>hot</b>?', ['cold', 'warm', 'dry', 'bright'], 0],
  ['How many sides does a triangle have?', ['2', '3', '4', '5'], 1],
]

const optionId = (question: number, option: number) => `${question}-${option}`
const questionId = (question: number) => `warm-up-${question}`

/** The ids of the questions, in order. */
export const questionIds = given.map((_, i) => questionId(i))

/** The id of the right option of each question. */
export const answers: Record<string, string> = Object.fromEntries(
  given.map(([, , answer], i) => [questionId(i), optionId(i, answer)]),
)

export const paper: Paper = {
  totalQuestions: given.length,
  subjects: [
    {
      subject: { _id: 'warm-up', title: 'Warm-up' },
      theories: [],
      questions: given.map(([stem, options], i) => ({
        _id: questionId(i),
        title: '',
        passage: null,
        group: null,
        logo: null,
        question: `<p>${stem}</p>`,
        options: options.map((option, at) => ({ _id: optionId(i, at), option })),
      })),
    },
  ],
}
