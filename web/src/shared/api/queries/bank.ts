// The question bank in the back office: subjects, years, sections, questions.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, keyed, ok } from '../client'
import type {
  MoveYear,
  PageQuery,
  QuestionChanges,
  QuestionsInput,
  SectionChanges,
  SectionInput,
  SubjectYearChanges,
  SubjectYearInput,
  TheoryChanges,
  TheoryInput,
} from '../types'

/** The prefix of all query keys of the bank; any change invalidates it. */
export const bankKey = ['bank'] as const

export const questionSubjectsQuery = queryOptions({
  queryKey: [...bankKey, 'subjects'],
  queryFn: () => ok(api.GET('/api/v1/admin/question-subjects')).then(({ data }) => data),
})

/** Every exam with its subjects and their years. */
export const bankGridQuery = queryOptions({
  queryKey: [...bankKey, 'grid'],
  queryFn: () => ok(api.GET('/api/v1/admin/bank/grid')).then(({ data }) => data),
})

export const subjectQuery = (id: string) =>
  queryOptions({
    queryKey: [...bankKey, 'subject', id],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/subjects/{id}', { params: { path: { id } } })).then(
        ({ data }) => data,
      ),
  })

export const subjectYearsQuery = (subjectId: string) =>
  queryOptions({
    queryKey: [...bankKey, 'years', subjectId],
    queryFn: () =>
      ok(
        api.GET('/api/v1/admin/subject-years/{id}', {
          params: { path: { id: subjectId }, query: { sort: '-year', limit: 0 } },
        }),
      ).then(({ data }) => data),
  })

export const subjectYearQuery = (yearId: string) =>
  queryOptions({
    queryKey: [...bankKey, 'year', yearId],
    queryFn: () =>
      ok(
        api.GET('/api/v1/admin/subject-years/detail/{id}', { params: { path: { id: yearId } } }),
      ).then(({ data }) => data),
  })

/** The topics of a subject with their sections and numbers of questions in one year. */
export const topicSectionsQuery = (subjectId: string, yearId: string) =>
  queryOptions({
    queryKey: [...bankKey, 'sections', subjectId, yearId],
    queryFn: () =>
      ok(api.POST('/api/v1/admin/question-topic-sections', { body: { subjectId, yearId } })).then(
        ({ data }) => data,
      ),
  })

/** Any section, or any topic, in a `BankPlace`. */
export const all = 'all'

/** A part of the bank; section and topic may be `all`. */
export interface BankPlace {
  sectionId: string
  subjectId: string
  yearId: string
  topicId: string
}

/** The server's filters of a list of questions. */
export const questionFilters = ['status', 'linked', 'pictured', 'explained', 'review'] as const

/** The number of rows before this page. */
const firstOf = ({ page, limit }: PageQuery) => (page - 1) * limit

export const questionsQuery = (place: BankPlace, ask: PageQuery) =>
  queryOptions({
    queryKey: [...bankKey, 'questions', place, ask],
    queryFn: () => {
      const { subjectId: a, topicId: b, yearId: c, sectionId: d } = place
      const params = { path: { a, b, c, d, e: all }, query: ask }
      return ok(api.GET('/api/v1/admin/questions/{a}/{b}/{c}/{d}/{e}', { params })).then(
        ({ data, total }) => ({ data, total, first: firstOf(ask) }),
      )
    },
    placeholderData: keepPreviousData,
  })

/** What changes on every item of a list. */
export interface ChangeAll {
  status?: boolean
  review?: 'draft' | 'checked'
  sectionId?: string
  /** Deletes those that are inactive and in no test. */
  delete?: boolean
}

const noChange = { status: null, review: null, sectionId: null, delete: false }

/** Changes all questions that the list finds, if there are as many as expected. */
export const changeAllQuestions = (
  { subjectId: a, topicId: b, yearId: c, sectionId: d }: BankPlace,
  ask: PageQuery,
  body: ChangeAll,
  expected: number,
) =>
  ok(
    api.PUT('/api/v1/admin/questions/{a}/{b}/{c}/{d}/{e}', {
      params: { path: { a, b, c, d, e: all }, query: ask },
      body: { ...noChange, ...body, expected },
    }),
  ).then(({ data }) => data)

export const deleteQuestion = (id: string) =>
  ok(api.DELETE('/api/v1/admin/questions/{a}', { params: { path: { a: id } } }))

/** One question; subject and year are those in its address. */
export const readQuestion = (subjectId: string, yearId: string, id: string) =>
  ok(
    api.GET('/api/v1/admin/questions/{a}/{b}/{c}', {
      params: { path: { a: subjectId, b: yearId, c: id } },
    }),
  ).then(({ data }) => data)

/** Adds a question, or several linked by a passage, to a section. */
export const addQuestions = (sectionId: string, body: QuestionsInput, key?: string) =>
  ok(
    api.POST('/api/v1/admin/questions/{a}/add', {
      params: { path: { a: sectionId } },
      body,
      ...keyed(key),
    }),
  )

/** Sends the changed fields. */
export const updateQuestion = (id: string, body: QuestionChanges) =>
  ok(api.PUT('/api/v1/admin/questions/update/{id}', { params: { path: { id } }, body }))

/** The place of theory questions; the section may be `all`. */
export type TheoryPlace = Omit<BankPlace, 'topicId'>

export const theoriesQuery = (place: TheoryPlace, ask: PageQuery) =>
  queryOptions({
    queryKey: [...bankKey, 'theories', place, ask],
    queryFn: () => {
      const { subjectId: a, yearId: b, sectionId: c } = place
      const params = { path: { a, b, c }, query: ask }
      return ok(api.GET('/api/v1/admin/theories/{a}/{b}/{c}', { params })).then(
        ({ data, total }) => ({ data, total, first: firstOf(ask) }),
      )
    },
    placeholderData: keepPreviousData,
  })

/** Changes all theory questions that the list finds, if there are as many as expected. */
export const changeAllTheories = (
  { subjectId: a, yearId: b, sectionId: c }: TheoryPlace,
  ask: PageQuery,
  body: ChangeAll,
  expected: number,
) =>
  ok(
    api.PUT('/api/v1/admin/theories/{a}/{b}/{c}', {
      params: { path: { a, b, c }, query: ask },
      body: { ...noChange, ...body, expected },
    }),
  ).then(({ data }) => data)

export const readTheory = (subjectId: string, yearId: string, id: string) =>
  ok(
    api.GET('/api/v1/admin/theory/{subjectId}/{yearId}/{id}', {
      params: { path: { subjectId, yearId, id } },
    }),
  ).then(({ data }) => data)

export const addTheory = (body: TheoryInput, key?: string) =>
  ok(api.POST('/api/v1/admin/theories/add', { body, ...keyed(key) }))

/** Sends the changed fields. */
export const updateTheory = (id: string, body: TheoryChanges) =>
  ok(api.PUT('/api/v1/admin/theories/update/{id}', { params: { path: { id } }, body }))

export const deleteTheory = (id: string) =>
  ok(api.DELETE('/api/v1/admin/theories/{a}', { params: { path: { a: id } } }))

/** All exams that can have a bank, including inactive ones. */
export const adminExamsQuery = queryOptions({
  queryKey: [...bankKey, 'exams'],
  queryFn: () =>
    ok(api.GET('/api/v1/admin/exams', { params: { query: { limit: 0 } } })).then(
      ({ data }) => data,
    ),
})

export const examSubjectsQuery = (exam: string) =>
  queryOptions({
    queryKey: [...bankKey, 'exam-subjects', exam],
    queryFn: () =>
      ok(
        api.GET('/api/v1/admin/subjects', { params: { query: { exam, sort: 'title', limit: 0 } } }),
      ).then(({ data }) => data),
  })

export const universitiesQuery = queryOptions({
  queryKey: [...bankKey, 'universities'],
  queryFn: () =>
    ok(api.GET('/api/v1/admin/university/list', { params: { query: { limit: 0 } } })).then(
      ({ data }) => data,
    ),
})

// The structure of the bank: the years of a subject, and the sections of its topics.

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

/** The current year, as the server counts it (UTC), and the 39 before it (spec 3 §5). */
export const lastYears = () => Array.from({ length: 40 }, (_, i) => new Date().getUTCFullYear() - i)
