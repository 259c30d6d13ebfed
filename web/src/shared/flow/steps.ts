// The steps from an exam to its test, and which step makes which choices (spec 2 §2, §4.1).
import type { CourseSubject, ExamChoice, ExamRef, Ref } from '@/shared/api/types'
import { jsceBece, postUtme } from '@/shared/exams/exams'
import { paths } from '@/shared/paths'
import { subscriptionAt } from './subscription'
import { type FlowChoices, useFlow } from './useFlow'

type Key = keyof FlowChoices
type Flow = Partial<Record<Key, unknown>>

/** The steps in order, each with the choices that it makes. */
const steps: [path: string, makes: readonly Key[]][] = [
  [
    paths.dashboard,
    ['examId', 'examSlug', 'examName', 'logo', 'maximumSubjects', 'examinationType'],
  ],
  [paths.university, ['universityId']],
  [paths.subscription, ['userSubscription']],
  [paths.categories, ['categoryId', 'categoryName']],
  [paths.categoryCourses, ['courseId']],
  [paths.courseSubjects, ['subjects', 'regSubId']],
  [paths.examType, ['examType']],
  [paths.modeOfAssessment, ['assessmentId', 'assessmentName', 'assessmentSlug']],
  [
    paths.registeredSubjects,
    [
      ...(['RegSubjects', 'subjectName', 'year', 'questionCount', 'timeDuration'] as const),
      ...(['shuffleQuestions', 'shuffleOptions'] as const),
    ],
  ],
  [paths.selectSubjectTopic, ['selectedTopics']],
]

/** The first step that makes a needed and missing choice; null if none is missing. */
export function missingStep(flow: Flow, needs: readonly Key[]): string | null {
  const missing = needs.filter((key) => flow[key] === undefined)
  if (missing.length === 0) return null
  const step = steps.find(([, makes]) => makes.some((key) => missing.includes(key)))
  return step?.[0] ?? paths.dashboard
}

/** Where a subscribed student continues: JSCE (BECE) has neither categories nor courses. */
export const afterSubscription = (examSlug: string) =>
  examSlug === jsceBece ? paths.courseSubjects : paths.categories

/** Where a student without a subscription continues: POST UTME is subscribed to by university. */
export const toSubscribe = (examSlug: string, universityId?: string | null) =>
  examSlug === postUtme && !universityId ? paths.university : paths.subscription

/** How many subjects of an exam are registered. */
export const registeredCount = ({ registration }: Pick<ExamChoice, 'registration'>) =>
  registration?.subjectsProcessed.length ?? 0

/** Whether all subjects of an exam are registered: nothing is left to choose. */
export const isFull = (exam: ExamChoice) => registeredCount(exam) >= exam.maximumSubjects

/** The choices that follow from choosing an exam and from what the student has for it. */
export function choicesOf(exam: ExamChoice, universityId: string | null): Partial<FlowChoices> {
  const { registration } = exam
  const held = subscriptionAt(exam, universityId)
  return {
    examId: exam._id,
    examSlug: exam.slug,
    examName: exam.title,
    logo: exam.logo,
    maximumSubjects: exam.maximumSubjects,
    examinationType: exam.examType,
    universityId,
    ...(held && { userSubscription: held._id }),
    ...(registration && { regSubId: registration._id }),
  }
}

/** Choices that are reset when another exam is chosen. */
const ofExam: Key[] = [
  ...(['examType', 'categoryId', 'categoryName', 'courseId', 'universityId'] as const),
  ...(['userSubscription', 'subjects', 'regSubId', 'assessmentId', 'assessmentName'] as const),
  ...(['assessmentSlug', 'RegSubjects', 'subjectName', 'year', 'selectedTopics'] as const),
  ...(['agreedExam', 'paperFrom', 'mistakesOf', 'mistakesSet'] as const),
]

/**
 * Chooses an exam: clears the choices made for another exam, and those that the student no longer
 * has.
 */
export function takeUp(exam: ExamChoice, universityId: string | null): void {
  const { examId, forget, choose } = useFlow.getState()
  if (examId !== exam._id) forget(...ofExam)
  // The number of questions of the last test or plan does not apply to the next.
  forget('userSubscription', 'regSubId', 'questionCount')
  const { registration } = exam
  choose({
    ...choicesOf(exam, universityId),
    // For an exam with both kinds of questions the student chooses, unless an earlier choice is
    // stored.
    ...(exam.examType !== 'both' && { examType: exam.examType }),
    ...(registration?.category && {
      categoryId: registration.category._id,
      categoryName: registration.category.title,
    }),
    ...(registration?.course && { courseId: registration.course._id }),
  })
}

/** Chooses an exam of which only the name is known; the next screen fetches the rest. */
export function takeUpNamed(exam: ExamRef, university: Ref | null): void {
  const { examId, forget, choose } = useFlow.getState()
  if (examId !== exam._id) forget(...ofExam, 'logo', 'maximumSubjects', 'examinationType')
  choose({
    examId: exam._id,
    examSlug: exam.slug,
    examName: exam.title,
    universityId: university?._id ?? null,
  })
}

// The rules for registering subjects (spec 2 §4.3, §5), without UI or network.

/** An offered or registered subject. */
export interface Offered {
  _id: string
  title: string
  logo: string | null
  mandetory: boolean
  registered: boolean
}

/**
 * All subjects for a student: mandatory ones first, then those of the course. Subjects registered
 * for another course stay visible.
 */
export function offeredSubjects(subjects: CourseSubject[], exam: ExamChoice): Offered[] {
  const { registration } = exam
  const held = new Set(registration?.subjectsProcessed)
  const others = (registration?.subjects ?? []).filter(
    ({ _id }) => held.has(_id) && !subjects.some((one) => one._id === _id),
  )
  const all = [
    ...subjects.map((one) => ({ ...one, registered: one.registered || held.has(one._id) })),
    ...others.map((one) => ({ ...one, logo: null, registered: true })),
  ]
  return all.sort((a, b) => Number(b.mandetory) - Number(a.mandetory))
}

/** Whether its tick cannot be changed: it is registered or mandatory. */
export const isFixed = ({ mandetory, registered }: Offered) => mandetory || registered

/** All ticked subjects: the fixed ones, and the chosen ones. */
export const ticked = (offered: Offered[], chosen: string[]) =>
  offered.filter((one) => isFixed(one) || chosen.includes(one._id))

/** The subjects that a registration would add. */
export const added = (offered: Offered[], chosen: string[]) =>
  ticked(offered, chosen).filter(({ registered }) => !registered)
