// Tells a student that an administrator changed their registered subjects, or refused their
// request, until the student has dismissed it.
import { Alert, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { changeExam, seeSubjectsChange } from '@/shared/api/queries/enrolment'
import type { ExamChoice } from '@/shared/api/types'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatDate } from '@/shared/i18n/format'

export const subjectsChangedTexts = {
  title: (exam: string) => `Your ${exam} subjects have changed`,
  text: (day: string) => `An administrator changed them on ${day}.`,
  added: (subjects: string) => `Added: ${subjects}`,
  removed: (subjects: string) => `Removed: ${subjects}`,
  keptTitle: (exam: string) => `Your ${exam} subjects have not changed`,
  refused: (day: string, subjects: string) =>
    `On ${day} an administrator declined your change to ${subjects}. You can request another one.`,
  seen: 'OK',
}

export interface SubjectsChangedProps {
  exams: ExamChoice[]
}

export function SubjectsChanged({ exams }: SubjectsChangedProps) {
  return exams.filter(isChanged).map((exam) => <Notice key={exam._id} exam={exam} />)
}

/**
 * Whether an administrator changed subjects of this exam and the student has not dismissed the
 * notice yet.
 */
export const isChanged = ({ registration }: Pick<ExamChoice, 'registration'>) =>
  registration?.changed != null

function Notice({ exam }: { exam: ExamChoice }) {
  const client = useQueryClient()
  const { registration } = exam
  const seen = useMutationOnce({
    mutationFn: seeSubjectsChange,
    onSuccess: () =>
      changeExam(client, exam._id, (one) => ({
        ...one,
        registration: one.registration && { ...one.registration, changed: null },
      })),
  })
  if (!registration?.changed) return null
  const { at, before, refused } = registration.changed
  const now = registration.subjects.map(({ title }) => title)
  const removed = before.filter((title) => !now.includes(title))
  const added = now.filter((title) => !before.includes(title))
  return (
    <Alert
      color="sun"
      role="status"
      title={(refused ? subjectsChangedTexts.keptTitle : subjectsChangedTexts.title)(exam.title)}
    >
      {refused
        ? subjectsChangedTexts.refused(formatDate(at), refused.asked.join(', '))
        : subjectsChangedTexts.text(formatDate(at))}
      {refused?.reason && <div>{refused.reason}</div>}
      {added.length > 0 && <div>{subjectsChangedTexts.added(added.join(', '))}</div>}
      {removed.length > 0 && <div>{subjectsChangedTexts.removed(removed.join(', '))}</div>}
      {seen.error && <div role="alert">{toApiError(seen.error).errMessage}</div>}
      <Button
        size="xs"
        mt="xs"
        variant="default"
        loading={seen.isPending}
        onClick={() => seen.mutate(registration._id)}
      >
        {subjectsChangedTexts.seen}
      </Button>
    </Alert>
  )
}
