// Adds a range of years to several subjects at once.
import { Group, NumberInput, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { firstYear } from '@/shared/api/queries/attempts'
import { addSubjectYear } from '@/shared/api/queries/bankPlaces'
import type { BankOfSubject } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { BulkDialog } from '../bank/Bulk'
import { lastYears } from '../bank/examYears'
import { useBulk } from '../bank/useBulk'
import { FormDialog } from '../ui/FormDialog'
import { type Cell, missingCells } from './grid'
import { bankGridTexts } from './messages'

export function AddYears({ subjects, onClose }: AddYearsProps) {
  const years = lastYears()
  const [thisYear, oldest] = [Math.max(...years), Math.min(...years)]
  const [from, setFrom] = useState<number | string>(Math.max(oldest, firstYear))
  const [to, setTo] = useState<number | string>(thisYear)
  const { bulk, run, stop, close } = useBulk<Cell>(onClose)
  const isYear = (value: number | string) => Number(value) >= oldest && Number(value) <= thisYear
  const missing = isYear(from) && isYear(to) ? missingCells(subjects, Number(from), Number(to)) : []
  const nameOf = ({ subject, year }: Cell) => bankGridTexts.cell(subject.title, year)
  if (bulk) return <BulkDialog bulk={bulk} nameOf={nameOf} onStop={stop} onClose={close} />
  const year = { min: oldest, max: thisYear, allowDecimal: false, thousandSeparator: '' } as const
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (missing.length === 0) return
    run(bankGridTexts.adding, missing, ({ subject, year }) =>
      addSubjectYear({ subject: subject._id, year, university: [], status: false }),
    )
  }
  return (
    <FormDialog
      title={bankGridTexts.addYears}
      submit={bankGridTexts.addYears}
      form={{ props: { onSubmit }, sending: false }}
      disabled={missing.length === 0}
      onClose={onClose}
    >
      <Text>{bankGridTexts.addYearsHint}</Text>
      <Group grow>
        <NumberInput
          label={bankGridTexts.from}
          value={from}
          onChange={setFrom}
          {...year}
          data-autofocus
        />
        <NumberInput label={bankGridTexts.to} value={to} onChange={setTo} {...year} />
      </Group>
      <Text role="status">
        {missing.length === 0
          ? bankGridTexts.nothingToAdd
          : plural(bankGridTexts.willAdd, missing.length)}
      </Text>
    </FormDialog>
  )
}

interface AddYearsProps {
  /** The subjects that get the years. */
  subjects: BankOfSubject[]
  onClose: () => void
}
