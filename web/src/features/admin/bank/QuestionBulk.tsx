// Actions on selected questions: activate, retire, move to a topic.

import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FolderInput } from 'lucide-react'
import { useState } from 'react'
import { type BankPlace, topicSectionsQuery, updateQuestion } from '@/shared/api/queries/bank'
import type { AdminQuestion } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { plainText } from '@/shared/ui/plainText'
import { required } from '@/shared/ui/required'
import { sectionOptions } from '../bankForms/questionFields'
import { messages as kit } from '../resource/messages'
import { BulkDialog, StatusBulk } from './Bulk'
import { messages } from './messages'
import { useBulk } from './useBulk'

const words = messages.bulk

export function QuestionBulk({ rows, place, onDone }: QuestionBulkProps) {
  const [asking, setAsking] = useState(false)
  const { bulk, run, stop, close } = useBulk<AdminQuestion>(onDone)
  return (
    <StatusBulk rows={rows} nameOf={wordsOf} update={updateQuestion} onDone={onDone}>
      <Button
        size="xs"
        variant="default"
        leftSection={<FolderInput size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {words.move}
      </Button>
      {asking && (
        <MoveDialog
          place={place}
          count={rows.length}
          onClose={() => setAsking(false)}
          onMove={(sectionId) => {
            setAsking(false)
            run(words.moving, rows, ({ _id, version }) =>
              updateQuestion(_id, { sectionId, version }),
            )
          }}
        />
      )}
      <BulkDialog bulk={bulk} nameOf={wordsOf} onStop={stop} onClose={close} />
    </StatusBulk>
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
  const topics = useQuery(topicSectionsQuery(place.subjectId, place.yearId))
  const [section, setSection] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{words.moveTitle}</Text>}
      withCloseButton={false}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (section) onMove(section)
          else setAsked(true)
        }}
      >
        <Stack>
          <Text>{plural(words.moveHint, count)}</Text>
          <Select
            label={words.moveTo}
            {...required()}
            data={sectionOptions(topics.data ?? [])}
            value={section}
            onChange={setSection}
            error={asked && !section && words.chooseSection}
            nothingFoundMessage={kit.noChoices}
            searchable
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit">{words.moveNow}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface MoveDialogProps {
  place: BankPlace
  count: number
  onClose: () => void
  onMove: (sectionId: string) => void
}
