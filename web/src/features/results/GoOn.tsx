// What to do about a result, at its foot: take it once more, and the topics to work on.
import type { Quiz } from '@/api/types'
import { PractiseAgain } from './PractiseAgain'
import { WeakTopics } from './WeakTopics'

export function GoOn({ quiz }: { quiz: Quiz }) {
  return (
    <>
      <PractiseAgain quiz={quiz} />
      {quiz.examType !== 'theory' && <WeakTopics quiz={quiz} />}
    </>
  )
}
