// What to do about a result, at its foot: take it once more, and the topics to work on.
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { isOfDevice } from '@/shared/offline/inUse'
import { PractiseAgain } from './PractiseAgain'
import { PractiseOffline } from './PractiseOffline'
import { Topics } from './Topics'

export function GoOn({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  return (
    <>
      {isOfDevice(quiz._id) ? <PractiseOffline quiz={quiz} /> : <PractiseAgain quiz={quiz} />}
      {kindOf(quiz) !== 'theory' && <Topics quiz={quiz} results={results} />}
    </>
  )
}
