// Describes the part of the bank that a list shows.
import type { TheoryPlace } from '@/shared/api/queries/bank'
import type { AdminQuestion, SubjectYear, TopicCounts } from '@/shared/api/types'
import { plainText } from '@/shared/ui/plainText'
import { textCut } from '../resource/cells'

/** "JAMB UTME, Biology, 2019: Heredity, Variation". */
export function describe(
  year: SubjectYear,
  topics: TopicCounts[],
  { topicId, sectionId }: TheoryPlace & { topicId?: string },
): string {
  const topic = topics.find(({ _id }) => _id === topicId)
  const section = topics
    .flatMap(({ topicSections }) => topicSections)
    .find(({ _id }) => _id === sectionId)
  const where = [topic?.title, section?.section_name].filter(Boolean).join(', ')
  const what = `${year.exam.title}, ${year.subject.title}, ${year.year}`
  return where ? `${what}: ${where}` : what
}

/** The name of a linked group, or the beginning of its passage. */
export const groupOf = ({ group, passage }: Pick<AdminQuestion, 'group' | 'passage'>) =>
  group?.trim() || textCut(plainText(passage ?? ''), 40)
