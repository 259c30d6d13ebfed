// What a returning student finds first: answers that wait on this device, how the last tests went,
// each to be taken again at once, the topics to work on, or the way to the first test, and the days
// to the exam.
import { SimpleGrid } from '@mantine/core'
import type { ExamChoice, Quiz, User } from '@/api/types'
import type { KeptTest } from '@/shell/keptAnswers'
import type { SubjectsChangedProps } from '@/shell/SubjectsChanged'
import { lazyPart } from '@/ui/lazyPart'
import { ExamDays } from './ExamDays'
import { FirstTest } from './FirstTest'
import { KeptAnswers } from './KeptAnswers'
import { LastTests } from './LastTests'
import { Weakest } from './Weakest'

// Rarely shown, so it loads when it is.
const SubjectsChanged = lazyPart<SubjectsChangedProps>(
  () => import('@/shell/SubjectsChanged').then((m) => m.SubjectsChanged),
  () => null,
)

export function Home({ exams, kept, quizzes, first, user }: HomeProps) {
  const [last] = quizzes
  return (
    <>
      {exams.some(({ registration }) => registration?.changed) && <SubjectsChanged exams={exams} />}
      {kept.length > 0 && <KeptAnswers tests={kept} />}
      {last && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <LastTests quizzes={quizzes} user={user} />
          <Weakest
            exam={last.exam}
            quizzes={quizzes.filter(({ exam }) => exam._id === last.exam._id)}
            user={user}
          />
        </SimpleGrid>
      )}
      {first && <FirstTest exam={first} />}
      {(last || first) && <ExamDays user={user} />}
    </>
  )
}

export interface HomeProps {
  exams: ExamChoice[]
  /** The tests with answers that wait on this device. */
  kept: KeptTest[]
  /** The latest results, the newest first. */
  quizzes: Quiz[]
  /** Of whoever has sat no test: an exam whose subjects are registered. */
  first: ExamChoice | undefined
  user: User
}
