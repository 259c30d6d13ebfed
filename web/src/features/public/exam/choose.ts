// An exam that is chosen on the public site: what is kept of it, and where it leads (spec 1 §2).
import type { ExamRef, ExamType } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { useFlow } from '@/shared/flow/useFlow'
import { paths } from '@/shared/paths'
import { getSession } from '@/shared/session/useSession'

interface Chosen {
  _id: string
  title: string
  slug: string
  logo: string | null
  maximumSubjects: number
  examType: ExamType
}

/** The screen to which a chosen exam leads a person who is logged in. */
export function nextStep({ examType, slug }: Pick<Chosen, 'examType' | 'slug'>): string {
  if (examType === 'both') return paths.examType
  return slug === postUtme ? paths.university : paths.categories
}

/** The exam whose questions a visitor has tried is the one to begin with, where none was chosen. */
export function rememberTried({ _id, slug, title }: ExamRef): void {
  const { ofVisitor, reset, choose } = useFlow.getState()
  if (ofVisitor) return
  reset()
  choose({ examId: _id, examSlug: slug, examName: title })
  useFlow.setState({ ofVisitor: true })
}

/** Another exam forgets what was chosen for the last one. */
export function remember(exam: Chosen): void {
  const flow = useFlow.getState()
  flow.reset()
  flow.choose({
    examId: exam._id,
    examSlug: exam.slug,
    examName: exam.title,
    maximumSubjects: exam.maximumSubjects,
    logo: exam.logo,
    examinationType: exam.examType,
  })
  if (getSession().is === 'out') useFlow.setState({ ofVisitor: true })
}
