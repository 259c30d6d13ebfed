// Registers subjects, and stores the choices for the next test.
import type { QueryClient } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { Registration, SaveSubjects, SelectSubjects } from '../types'
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
export function holdRegistration(client: QueryClient, registration: Registration): void {
  changeExam(client, registration.exam._id, (exam) => ({ ...exam, registration }))
  for (const key of ['exam-choices', 'registrations', 'course-subjects']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}
