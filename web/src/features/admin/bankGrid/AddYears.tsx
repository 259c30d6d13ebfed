// Adds a range of years to several subjects at once.
import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { firstYear } from '@/shared/api/queries/attempts'
import { addSubjectYear } from '@/shared/api/queries/bankPlaces'
import type { BankOfSubject } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { BulkDialog } from '../bank/Bulk'
import { lastYears } from '../bank/examYears'
import { useBulk } from '../bank/useBulk'
import { type Cell, missingCells } from './grid'
import { words } from './messages'

export function AddYears({ subjects, onClose }: AddYearsProps) {
  const years = lastYears()
  const [thisYear, oldest] = [Math.max(...years), Math.min(...years)]
  const [from, setFrom] = useState<number | string>(Math.max(oldest, firstYear))
  const [to, setTo] = useState<number | string>(thisYear)
  const { bulk, run, stop, close } = useBulk<Cell>(onClose)
  const isYear = (value: number | string) => Number(value) >= oldest && Number(value) <= thisYear
  const missing = isYear(from) && isYear(to) ? missingCells(subjects, Number(from), Number(to)) : []
  const nameOf = ({ subject, year }: Cell) => words.cell(subject.title, year)
  if (bulk) return <BulkDialog bulk={bulk} nameOf={nameOf} onStop={stop} onClose={close} />
  const year = { min: oldest, max: thisYear, allowDecimal: false, thousandSeparator: '' } as const
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{words.addYears}</Text>}
      withCloseButton={false}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (missing.length === 0) return
          run(words.adding, missing, ({ subject, year }) =>
            addSubjectYear({ subject: subject._id, year, university: [], status: false }),
          )
        }}
      >
        <Stack>
          <Text>{words.addYearsHint}</Text>
          <Group grow>
            <NumberInput
              label={words.from}
              value={from}
              onChange={setFrom}
              {...year}
              data-autofocus
            />
            <NumberInput label={words.to} value={to} onChange={setTo} {...year} />
          </Group>
          <Text role="status">
            {missing.length === 0 ? words.nothingToAdd : plural(words.willAdd, missing.length)}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" disabled={missing.length === 0}>
              {words.addYears}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface AddYearsProps {
  /** The subjects that get the years. */
  subjects: BankOfSubject[]
  onClose: () => void
}
