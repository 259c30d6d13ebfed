// Keeps what was chosen for a test with the registered subjects (spec 2 §4.2), for the next visit to
// begin with.
import { selectSubjects } from '@/shared/api/queries/register'
import type { Assessment, ExamChoice, ExamType } from '@/shared/api/types'

/** Nothing of this test depends on it, so nobody waits for it or hears that it failed. */
export function keepChoice({ exam, assessment, ...of }: Chosen): void {
  const { registration } = exam
  if (!registration) return
  const isSame =
    registration.assessment?._id === assessment._id &&
    registration.examType === of.examType &&
    registration.selectedSubjects.join() === of.subjects.join()
  if (isSame) return
  void selectSubjects({
    userId: of.userId,
    examId: exam._id,
    examType: of.examType,
    assessmentId: assessment._id,
    subjects: of.subjects,
    regSubId: registration._id,
  }).catch(() => undefined)
}

interface Chosen {
  userId: string
  exam: ExamChoice
  assessment: Pick<Assessment, '_id'>
  examType: ExamType
  /** Ids. */
  subjects: string[]
}
