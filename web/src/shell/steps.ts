// The steps from an exam to its test, and which of them makes what another needs (spec 2 §2, §4.1).
import type { ExamChoice, ExamRef, Ref } from '@/api/types'
import { jsceBece, postUtme } from '@/exams'
import { paths } from '@/paths'
import { type FlowChoices, useFlow } from '@/stores/flow'

type Key = keyof FlowChoices
type Flow = Partial<Record<Key, unknown>>

/** The steps in their order, each with the choices that it makes. */
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

/** The first step that makes a choice which is needed and missing; null where all are there. */
export function missingStep(flow: Flow, needs: readonly Key[]): string | null {
  const missing = needs.filter((key) => flow[key] === undefined)
  if (missing.length === 0) return null
  const step = steps.find(([, makes]) => makes.some((key) => missing.includes(key)))
  return step?.[0] ?? paths.dashboard
}

/** Where a subscribed student goes on: JSCE (BECE) has neither categories nor courses. */
export const afterSubscription = (examSlug: string) =>
  examSlug === jsceBece ? paths.courseSubjects : paths.categories

/** Where a student without a subscription goes: POST UTME is subscribed by university. */
export const toSubscribe = (examSlug: string, universityId?: string | null) =>
  examSlug === postUtme && !universityId ? paths.university : paths.subscription

/** The active subscription to an exam, at this university where it has any. */
export function subscriptionAt(exam: ExamChoice, universityId: string | null | undefined) {
  if (exam.slug !== postUtme) return exam.subscriptions[0]
  return exam.subscriptions.find(({ university }) => university?._id === universityId)
}

/** How many subjects of an exam are registered. */
export const registeredCount = ({ registration }: Pick<ExamChoice, 'registration'>) =>
  registration?.subjectsProcessed.length ?? 0

/** Whether all subjects of an exam are registered: nothing is left to choose. */
export const isFull = (exam: ExamChoice) => registeredCount(exam) >= exam.maximumSubjects

/** What is known once an exam is taken up, with what the student holds of it. */
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

/** What was chosen of one exam and says nothing of another. */
const ofExam: Key[] = [
  ...(['examType', 'categoryId', 'categoryName', 'courseId', 'universityId'] as const),
  ...(['userSubscription', 'subjects', 'regSubId', 'assessmentId', 'assessmentName'] as const),
  ...(['assessmentSlug', 'RegSubjects', 'subjectName', 'year', 'selectedTopics'] as const),
  ...(['agreedExam', 'paperFrom', 'mistakesOf', 'mistakesSet'] as const),
]

/** Takes up an exam: forgets what was chosen of another, and what is not held any more. */
export function takeUp(exam: ExamChoice, universityId: string | null): void {
  const { examId, forget, choose } = useFlow.getState()
  if (examId !== exam._id) forget(...ofExam)
  // How many questions the last test or plan had says nothing of the next.
  forget('userSubscription', 'regSubId', 'questionCount')
  const { registration } = exam
  choose({
    ...choicesOf(exam, universityId),
    // Of an exam with both kinds the student says which, unless it is remembered.
    ...(exam.examType !== 'both' && { examType: exam.examType }),
    ...(registration?.category && {
      categoryId: registration.category._id,
      categoryName: registration.category.title,
    }),
    ...(registration?.course && { courseId: registration.course._id }),
  })
}

/** Takes up the exam of a row that names it and no more; the next screen finds out the rest. */
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
