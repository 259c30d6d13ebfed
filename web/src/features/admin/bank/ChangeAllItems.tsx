// A change to all questions, or all theory questions, that a list finds.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangeAll as Body, bankKey } from '@/shared/api/queries/bank'
import { ChangeAll, type ChangeOfAll } from '../lists/ChangeAll'
import { messages } from './messages'
import { SectionSelect } from './SectionSelect'

const words = messages.bulk

export function ChangeAllItems({ subjectId, yearId, ...rest }: ChangeAllItemsProps) {
  const client = useQueryClient()
  const [section, setSection] = useState<string | null>(null)
  const actions: ChangeOfAll<Body>[] = [
    { name: 'activate', label: words.activate, body: { status: true } },
    { name: 'retire', label: words.retire, body: { status: false } },
    { name: 'check', label: messages.review.check, body: { review: 'checked' } },
    {
      name: 'move',
      label: words.move,
      body: section === null ? null : { sectionId: section },
      more: (isMissing) => (
        <SectionSelect
          label={words.moveTo}
          subjectId={subjectId}
          yearId={yearId}
          value={section}
          onChange={setSection}
          error={isMissing && words.chooseSection}
        />
      ),
    },
    {
      name: 'delete',
      label: words.delete,
      body: { delete: true },
      said: {
        hint: words.deleteHint,
        now: words.deleteNow,
        done: words.deletedAll,
        refused: words.keptOfAll,
      },
    },
  ]
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
  total: number
  isNarrowed: boolean
  disabled: boolean
  run: (body: Body, expected: number) => Promise<{ changed: number; refused: number }>
  onDone: () => void
}
