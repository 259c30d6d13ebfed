// A change to all questions, or all theory questions, that a list finds.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangeAll as Body, bankKey } from '@/shared/api/queries/bank'
import { ChangeAll, type ChangeOfAll } from '../lists/ChangeAll'
import { bulkTexts, reviewTexts } from './messages'
import { SectionSelect } from './SectionSelect'

export function ChangeAllItems({ subjectId, yearId, ...rest }: ChangeAllItemsProps) {
  const client = useQueryClient()
  const [section, setSection] = useState<string | null>(null)
  const actions: ChangeOfAll<Body>[] = [
    { name: 'activate', label: bulkTexts.activate, body: { status: true } },
    { name: 'retire', label: bulkTexts.retire, body: { status: false } },
    { name: 'check', label: reviewTexts.check, body: { review: 'checked' } },
    {
      name: 'move',
      label: bulkTexts.move,
      body: section === null ? null : { sectionId: section },
      more: (isMissing) => (
        <SectionSelect
          label={bulkTexts.moveTo}
          subjectId={subjectId}
          yearId={yearId}
          value={section}
          onChange={setSection}
          error={isMissing && bulkTexts.chooseSection}
        />
      ),
    },
    {
      name: 'delete',
      label: bulkTexts.delete,
      body: { delete: true },
      said: {
        hint: bulkTexts.deleteHint,
        now: bulkTexts.deleteNow,
        done: bulkTexts.deletedAll,
        refused: bulkTexts.keptOfAll,
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
