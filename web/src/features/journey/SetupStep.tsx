// Registered subjects: what the test is of (subjects, year, number, minutes, shuffles).
import { Button } from '@mantine/core'
import { BookX } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { QueryView } from '@/shell/QueryView'
import { Step } from '@/shell/Step'
import { EmptyState } from '@/ui/EmptyState'
import { Page } from '@/ui/Page'
import { messages } from './messages'
import { registeredSubjects } from './registered'
import { SetupForm } from './SetupForm'
import { maxQuestions, questionLimit, startNeeds } from './setup'
import { useStudent } from './useStudent'

export function SetupStep() {
  const { subscriptions, registrations } = useStudent()
  return (
    <Step needs={[...startNeeds, 'maximumSubjects', 'userSubscription']}>
      {(choices) => (
        <Page
          title={messages.journey.setupTitle}
          description={`${choices.examName}, ${choices.assessmentName}`}
        >
          <QueryView query={registrations}>
            {(list) => {
              const registration = list.find((one) => one.exam._id === choices.examId)
              const subjects = registration ? registeredSubjects(registration) : []
              if (subjects.length === 0) {
                return <NothingRegistered />
              }
              return (
                <QueryView query={subscriptions} message={messages.journey.subscriptionFailed}>
                  {(held) => {
                    const plan = held.find((one) => one._id === choices.userSubscription)
                    return (
                      <SetupForm
                        choices={choices}
                        subjects={subjects}
                        questions={plan ? questionLimit(plan) : maxQuestions}
                      />
                    )
                  }}
                </QueryView>
              )
            }}
          </QueryView>
        </Page>
      )}
    </Step>
  )
}

function NothingRegistered() {
  return (
    <EmptyState
      icon={BookX}
      title={messages.common.noSubjects}
      action={
        <Button component={Link} to={paths.courseSubjects} mt="xs">
          {messages.journey.registerSubjects}
        </Button>
      }
    >
      {messages.journey.registerFirst}
    </EmptyState>
  )
}
