// Registered subjects: what the test is of (subjects, year, number, minutes, shuffles).
import { ExamStep } from '@/shared/flow/ExamStep'
import { Step } from '@/shared/flow/Step'
import { Page } from '@/shared/ui/Page'
import { messages } from './messages'
import { registeredSubjects } from './registered'
import { SetupForm } from './SetupForm'
import { questionLimit, startNeeds } from './setup'

export function SetupStep() {
  return (
    <ExamStep has="subjects">
      {({ exam, subscription }) => (
        <Step needs={startNeeds}>
          {(choices) => (
            <Page
              title={messages.journey.setupTitle}
              description={`${choices.examName}, ${choices.assessmentName}`}
            >
              <SetupForm
                choices={{ ...choices, maximumSubjects: exam.maximumSubjects }}
                subjects={registeredSubjects(exam)}
                questions={questionLimit(subscription)}
              />
            </Page>
          )}
        </Step>
      )}
    </ExamStep>
  )
}
