// The structure of the bank: the years of a subject, and the sections of its topics.
import { queryOptions } from '@tanstack/react-query'
import { api, keyed, ok } from '../client'
import type {
  MoveYear,
  SectionChanges,
  SectionInput,
  SubjectYearChanges,
  SubjectYearInput,
} from '../types'
import { bankKey } from './bank'

/** Adds a year to a subject, which then has a question bank. */
export const addSubjectYear = (body: SubjectYearInput, key?: string) =>
  ok(api.POST('/api/v1/admin/question-subjects/add', { body, ...keyed(key) }))

export const readSubjectYear = (id: string) =>
  ok(api.GET('/api/v1/admin/subject-years/detail/{id}', { params: { path: { id } } })).then(
    ({ data }) => data,
  )

/** Sends the changed fields. */
export const updateSubjectYear = (id: string, body: SubjectYearChanges) =>
  ok(api.PUT('/api/v1/admin/subject-years/update/{id}', { params: { path: { id } }, body }))

/** Moves a year with its questions to another calendar year, or to a section of another subject. */
export const moveSubjectYear = (id: string, body: MoveYear) =>
  ok(api.PUT('/api/v1/admin/subject-years/move/{id}', { params: { path: { id } }, body }))

export const deleteSubjectYear = (id: string) =>
  ok(api.DELETE('/api/v1/admin/subject-years/delete/{id}', { params: { path: { id } } }))

/** A topic by its id, of any subject. */
export const topicQuery = (id: string) =>
  queryOptions({
    queryKey: [...bankKey, 'topic', id],
    queryFn: () =>
      ok(
        api.GET('/api/v1/admin/topics/{id}/{item}', { params: { path: { id: 'all', item: id } } }),
      ).then(({ data }) => data),
  })

/** All sections of a topic; a syllabus is short. */
export const sectionsQuery = (topicId: string) =>
  queryOptions({
    queryKey: [...bankKey, 'topic-sections', topicId],
    queryFn: () =>
      ok(
        api.GET('/api/v1/admin/topic-sections/{id}', {
          params: { path: { id: topicId }, query: { limit: 0 } },
        }),
      ).then(({ topicSections }) => topicSections),
  })

export const readSection = (id: string) =>
  ok(api.GET('/api/v1/admin/topic-sections/detail/{id}', { params: { path: { id } } })).then(
    ({ data }) => data,
  )

export const addSection = (body: SectionInput, key?: string) =>
  ok(
    api.POST('/api/v1/admin/topic-sections/{id}/add', {
      params: { path: { id: body.topicId } },
      body,
      ...keyed(key),
    }),
  )

/** Sends the changed fields. */
export const updateSection = (id: string, body: SectionChanges) =>
  ok(api.PUT('/api/v1/admin/topic-sections/update/{id}', { params: { path: { id } }, body }))

export const deleteSection = (id: string) =>
  ok(api.DELETE('/api/v1/admin/topic-sections/{id}', { params: { path: { id } } }))
