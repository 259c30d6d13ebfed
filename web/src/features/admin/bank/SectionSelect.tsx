// Chooses a section of a subject, which determines the topic.
import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { topicSectionsQuery } from '@/shared/api/queries/bank'
import { required } from '@/shared/ui/required'
import { sectionOptions } from '../bankForms/questionFields'
import { resourceTexts } from '../resource/messages'

export function SectionSelect({ subjectId, yearId, ...field }: SectionSelectProps) {
  const topics = useQuery({
    ...topicSectionsQuery(subjectId ?? '', yearId),
    enabled: subjectId !== null,
  })
  return (
    <Select
      {...required()}
      disabled={subjectId === null}
      data={sectionOptions(topics.data ?? [])}
      nothingFoundMessage={resourceTexts.noChoices}
      searchable
      {...field}
    />
  )
}

interface SectionSelectProps
  extends Pick<SelectProps, 'label' | 'description' | 'value' | 'onChange' | 'error'> {
  /** None until it is chosen. */
  subjectId: string | null
  yearId: string
}
