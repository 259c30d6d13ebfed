// Where it goes on from the questions to try: into an account, or to the dashboard of a person who is
// logged in; and to the exam's page.
import { Anchor, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ExamRef } from '@/shared/api/types'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { tryTexts } from './messages'

export function WaysOn({ exam, children }: WaysOnProps) {
  const isIn = useSession(({ session }) => session.is === 'in')
  return (
    <>
      {isIn ? (
        <Button component={Link} to={paths.dashboard}>
          {tryTexts.toDashboard}
        </Button>
      ) : (
        children
      )}
      <Anchor component={Link} to={paths.exam(exam.slug)}>
        {tryTexts.aboutExam(exam.title)}
      </Anchor>
    </>
  )
}

interface WaysOnProps {
  exam: ExamRef
  /** The ways into an account. */
  children: ReactNode
}
