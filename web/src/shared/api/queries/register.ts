// Registers subjects, and stores the choices for the next test.
import type { QueryClient } from '@tanstack/react-query'
import { api, ok } from '../client'
import type {
  Assessment,
  ExamChoice,
  ExamType,
  Registration,
  SaveSubjects,
  SelectSubjects,
} from '../types'
import { changeExam } from './enrolment'

/** Registers subjects of an exam, or requests the one change. */
export const saveSubjects = (body: Omit<SaveSubjects, 'subjectsProcessed' | 'updateRequest'>) =>
  ok(api.POST('/api/v1/save-exam-subjects', { body: body as SaveSubjects })).then(
    ({ data }) => data,
  )

/** Stores the choices for the next test of an exam. */
export const selectSubjects = (body: SelectSubjects) =>
  ok(api.POST('/api/v1/save-registered-subjects', { body })).then(({ data }) => data)

/** Updates the cached registration, so that the next screen shows it immediately. */
export function cacheRegistration(client: QueryClient, registration: Registration): void {
  changeExam(client, registration.exam._id, (exam) => ({ ...exam, registration }))
  for (const key of ['exam-choices', 'registrations', 'course-subjects']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}

/**
 * Keeps what was chosen for a test with the registered subjects (spec 2 §4.2), for the next visit to begin
 * with. Nothing of this test depends on it, so nobody waits for it or hears that it failed.
 */
export function keepChoice({ exam, assessment, ...of }: NextTest): void {
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

interface NextTest {
  userId: string
  exam: ExamChoice
  assessment: Pick<Assessment, '_id'>
  examType: ExamType
  /** Ids. */
  subjects: string[]
}
