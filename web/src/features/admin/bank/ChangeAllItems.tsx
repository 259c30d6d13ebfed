// A change to all questions, or all theory questions, that a list finds.
import { Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangeAll as Body, bankKey, topicSectionsQuery } from '@/shared/api/queries/bank'
import { required } from '@/shared/ui/required'
import { sectionOptions } from '../bankForms/questionFields'
import { ChangeAll, type ChangeOfAll } from '../lists/ChangeAll'
import { messages as kit } from '../resource/messages'
import { messages } from './messages'

const words = messages.bulk

export function ChangeAllItems({ subjectId, yearId, movable, ...rest }: ChangeAllItemsProps) {
  const client = useQueryClient()
  const topics = useQuery({ ...topicSectionsQuery(subjectId, yearId), enabled: movable })
  const [section, setSection] = useState<string | null>(null)
  const actions: ChangeOfAll<Body>[] = [
    { name: 'activate', label: words.activate, body: { status: true } },
    { name: 'retire', label: words.retire, body: { status: false } },
  ]
  if (movable) {
    actions.push({
      name: 'move',
      label: words.move,
      body: section === null ? null : { sectionId: section },
      more: (isMissing) => (
        <Select
          label={words.moveTo}
          {...required()}
          data={sectionOptions(topics.data ?? [])}
          value={section}
          onChange={setSection}
          error={isMissing && words.chooseSection}
          nothingFoundMessage={kit.noChoices}
          searchable
        />
      ),
    })
  }
  return (
    <ChangeAll
      {...rest}
      actions={actions}
      onDone={() => {
        rest.onDone()
        void client.invalidateQueries({ queryKey: bankKey })
      }}
    />
  )
}

interface ChangeAllItemsProps {
  subjectId: string
  yearId: string
  /** Whether they can be moved to another section. */
  movable: boolean
  total: number
  isNarrowed: boolean
  disabled: boolean
  run: (body: Body, expected: number) => Promise<{ changed: number; refused: number }>
  onDone: () => void
}
