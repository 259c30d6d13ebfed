// What can be ticked under a topic: its sections, or itself where it has none.
import type { Topic } from '@/shared/api/types'

export const partsOf = ({ _id, topicSections }: Topic): string[] =>
  topicSections.length > 0 ? topicSections.map((section) => section._id) : [_id]
