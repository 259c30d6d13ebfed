// What to do about a result, at its foot: take it once more, and the topics to work on.
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { PractiseAgain } from './PractiseAgain'
import { Topics } from './Topics'

export function GoOn({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  return (
    <>
      <PractiseAgain quiz={quiz} />
      {kindOf(quiz) !== 'theory' && <Topics quiz={quiz} results={results} />}
    </>
  )
}
