// What a test is called beside its exam.
import type { Attempt, Quiz } from '../api/types'
import { common } from '../i18n/common'

/** The name of its assessment, "Mock"; a session of Today is one of its own for its student. */
export const testName = ({ assessment, fromToday }: Named): string =>
  fromToday ? common.todaysQuestions : assessment.title

type Named = Pick<Attempt | Quiz, 'assessment' | 'fromToday'>
