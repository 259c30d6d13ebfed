// What a returning student finds first: how the last tests went, each to be taken again at once,
// and the topics to work on.
import { SimpleGrid } from '@mantine/core'
import type { Quiz, User } from '@/api/types'
import { LastTests } from './LastTests'
import { Weakest } from './Weakest'

export function Home({ quizzes, user }: HomeProps) {
  const [last] = quizzes
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <LastTests quizzes={quizzes} user={user} />
      {last && <Weakest exam={last.exam} />}
    </SimpleGrid>
  )
}

export interface HomeProps {
  /** The latest results, the newest first. */
  quizzes: Quiz[]
  user: User
}
