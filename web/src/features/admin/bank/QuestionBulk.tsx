// Actions on selected questions: those of all items, and a move to a topic.

import { Button, Text } from '@mantine/core'
import { FolderInput } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type BankPlace, updateQuestion } from '@/shared/api/queries/bank'
import type { AdminQuestion } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { plainText } from '@/shared/ui/plainText'
import { FormDialog } from '../ui/FormDialog'
import { BulkDialog } from './Bulk'
import { ItemBulk } from './ItemBulk'
import { bulkTexts } from './messages'
import { SectionSelect } from './SectionSelect'
import { useBulk } from './useBulk'

export function QuestionBulk({ rows, place, onDone }: QuestionBulkProps) {
  const [asking, setAsking] = useState(false)
  const { bulk, run, stop, close } = useBulk<AdminQuestion>(onDone)
  return (
    <ItemBulk rows={rows} nameOf={wordsOf} update={updateQuestion} onDone={onDone}>
      <Button
        size="xs"
        variant="default"
        leftSection={<FolderInput size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {bulkTexts.move}
      </Button>
      {asking && (
        <MoveDialog
          place={place}
          count={rows.length}
          onClose={() => setAsking(false)}
          onMove={(sectionId) => {
            setAsking(false)
            run(bulkTexts.moving, rows, ({ _id, version }) =>
              updateQuestion(_id, { sectionId, version }),
            )
          }}
        />
      )}
      <BulkDialog bulk={bulk} nameOf={wordsOf} onStop={stop} onClose={close} />
    </ItemBulk>
  )
}

interface QuestionBulkProps {
  rows: AdminQuestion[]
  place: BankPlace
  onDone: () => void
}

const wordsOf = ({ question, title }: AdminQuestion) => plainText(question) || title

/** Asks for the section, which determines the topic. */
function MoveDialog({ place, count, onClose, onMove }: MoveDialogProps) {
  const [section, setSection] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (section) onMove(section)
    else setAsked(true)
  }
  return (
    <FormDialog
      title={bulkTexts.moveTitle}
      submit={bulkTexts.moveNow}
      form={{ props: { onSubmit }, sending: false }}
      onClose={onClose}
    >
      <Text>{plural(bulkTexts.moveHint, count)}</Text>
      <SectionSelect
        label={bulkTexts.moveTo}
        subjectId={place.subjectId}
        yearId={place.yearId}
        value={section}
        onChange={setSection}
        error={asked && !section && bulkTexts.chooseSection}
        data-autofocus
      />
    </FormDialog>
  )
}

interface MoveDialogProps {
  place: BankPlace
  count: number
  onClose: () => void
  onMove: (sectionId: string) => void
}
