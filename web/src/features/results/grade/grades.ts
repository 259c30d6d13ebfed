// The grades that an answer can have, and the answers of a result one after another.
import type { SubjectResult, TheoryResult } from '@/shared/api/types'
import { type Step, steps } from '@/shared/exams/gradeSteps'

/** One answer to grade. */
export interface Gradable {
  result: TheoryResult
  subject: string
  /** Its number in its subject. */
  number: number
  /** Nothing was written: it counts as 0, and takes no other grade. */
  blank: boolean
}

export const answersOf = (results: SubjectResult[]): Gradable[] =>
  results.flatMap(({ subject, theories }) =>
    theories.map((result, i) => ({
      result,
      subject: subject.title,
      number: i + 1,
      blank: !result.resultsDetail.theoryAnswered?.trim(),
    })),
  )

export type Grades = Record<string, Step | undefined>

/** The grades that the student has given before. */
export const gradesOf = (answers: Gradable[]): Grades =>
  Object.fromEntries(
    answers.map(({ result: { resultsDetail } }) => [
      resultsDetail._id,
      steps.find((step) => step === resultsDetail.resultGrade),
    ]),
  )
