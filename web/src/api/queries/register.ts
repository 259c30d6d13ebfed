// Registering subjects, and keeping what was chosen of them.
import type { QueryClient } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { Registration, SaveSubjects, SelectSubjects } from '../types'
import { changeExam } from './enrolment'

/** Registers subjects of an exam, or asks once for others. */
export const saveSubjects = (body: Omit<SaveSubjects, 'subjectsProcessed' | 'updateRequest'>) =>
  ok(api.POST('/api/v1/save-exam-subjects', { body: body as SaveSubjects })).then(
    ({ data }) => data,
  )

/** Keeps what was chosen for the next test of an exam. */
export const selectSubjects = (body: SelectSubjects) =>
  ok(api.POST('/api/v1/save-registered-subjects', { body })).then(({ data }) => data)

/** Takes registered subjects in, so that the next screen knows of them at once. */
export function holdRegistration(client: QueryClient, registration: Registration): void {
  changeExam(client, registration.exam._id, (exam) => ({ ...exam, registration }))
  for (const key of ['exam-choices', 'registrations', 'course-subjects']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}
