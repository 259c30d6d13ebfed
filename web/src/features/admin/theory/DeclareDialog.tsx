// Confirms that the grades become the student's result; shows them and their average.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { GradingAnswer } from '@/shared/api/queries/grading'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { isAlone, useSingleKeys } from '../shortcuts/useSingleKeys'
import { theoryTexts } from './messages'
import type { Grades } from './useGrades'

export function DeclareDialog({ answers, grades, running, onYes, onNo }: DeclareDialogProps) {
  useSingleKeys({ y: running ? null : onYes }, isAlone)
  // Empty answers count as 0.
  const given = answers.map(({ answerId }) => grades[answerId]?.ansGrade ?? 0)
  const average = given.reduce((sum, grade) => sum + grade, 0) / Math.max(1, given.length)
  return (
    <Modal
      opened
      onClose={() => {
        if (!running) onNo()
      }}
      title={<Text fw={650}>{theoryTexts.declareSure}</Text>}
      centered
      withCloseButton={false}
    >
      <Stack>
        <DescriptionList
          items={[
            ...answers.map(({ subject }, i): [string, string] => [
              theoryTexts.answerNumber(subject?.title ?? '', formatNumber(i + 1)),
              formatPercent(given[i] ?? 0),
            ]),
            [theoryTexts.average, formatPercent(Math.round(average * 10) / 10)],
          ]}
        />
        <Text>{theoryTexts.declareText}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus disabled={running} onClick={onNo}>
            {theoryTexts.notYet}
          </Button>
          <Button loading={running} aria-keyshortcuts="y" onClick={onYes}>
            {theoryTexts.yesDeclare}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface DeclareDialogProps {
  answers: GradingAnswer[]
  grades: Grades
  running: boolean
  onYes: () => void
  onNo: () => void
}
