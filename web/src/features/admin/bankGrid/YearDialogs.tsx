// Adds a range of years to several subjects at once, and moves years to another year or subject.
import { Group, NumberInput, Radio, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { firstYear } from '@/shared/api/queries/attempts'
import { addSubjectYear, lastYears, moveSubjectYear } from '@/shared/api/queries/bank'
import type { BankOfSubject, BankOfYear } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { BulkDialog, SectionSelect, useBulk } from '../bank/Bulk'
import { bankGridTexts } from '../bank/messages'
import { resourceTexts } from '../messages'
import { required } from '../resource/formContext'
import { FormDialog } from '../ui/FormDialog'
import { type Cell, missingCells } from './grid'

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

type Row = BankOfYear & { title: string }

/** Moves the selected years with their questions to another year or another subject. */
export function MoveYears({ subjects, years, nameOf, onClose, onMoved }: MoveYearsProps) {
  // The selection changes behind the dialog while years move.
  const [rows] = useState(years)
  const allowed = lastYears()
  const [to, setTo] = useState<string>('year')
  const [year, setYear] = useState<number | string>('')
  const [subject, setSubject] = useState<string | null>(null)
  const [section, setSection] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const { bulk, run, stop, close } = useBulk<Row>(onMoved)
  if (bulk) return <BulkDialog bulk={bulk} nameOf={nameOf} onStop={stop} onClose={close} />
  const isYear = allowed.includes(Number(year))
  const isReady = to === 'year' ? isYear : section !== null
  const missing = (isMissing: boolean, text: string) => asked && isMissing && text
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!isReady) return
    const where =
      to === 'year' ? { year: Number(year), sectionId: null } : { year: null, sectionId: section }
    run(bankGridTexts.moving, rows, ({ _id, version }) =>
      moveSubjectYear(_id, { version, ...where }),
    )
  }
  return (
    <FormDialog
      title={plural(bankGridTexts.moveTitle, rows.length)}
      submit={bankGridTexts.move}
      form={{ props: { onSubmit }, sending: false }}
      onClose={onClose}
    >
      <Text>{bankGridTexts.moveHint}</Text>
      <Radio.Group label={bankGridTexts.moveTo} value={to} onChange={setTo}>
        <Stack gap="xs" mt="xs">
          <Radio value="year" label={bankGridTexts.anotherYear} data-autofocus />
          <Radio value="subject" label={bankGridTexts.anotherSubject} />
        </Stack>
      </Radio.Group>
      {to === 'year' ? (
        <NumberInput
          label={bankGridTexts.year}
          {...required()}
          min={Math.min(...allowed)}
          max={Math.max(...allowed)}
          // Another year than the one typed must not be moved to.
          clampBehavior="none"
          allowDecimal={false}
          thousandSeparator=""
          value={year}
          onChange={setYear}
          error={missing(
            !isYear,
            bankGridTexts.chooseYear(String(Math.min(...allowed)), String(Math.max(...allowed))),
          )}
        />
      ) : (
        <>
          <Select
            label={bankGridTexts.subject}
            {...required()}
            data={subjects.map(({ _id, title }) => ({ value: _id, label: title }))}
            value={subject}
            onChange={(chosen) => {
              setSubject(chosen)
              setSection(null)
            }}
            error={missing(subject === null, bankGridTexts.chooseSubject)}
            nothingFoundMessage={resourceTexts.noChoices}
            searchable
          />
          <SectionSelect
            label={bankGridTexts.section}
            description={bankGridTexts.sectionHint}
            subjectId={subject}
            yearId={rows[0]?._id ?? ''}
            value={section}
            onChange={setSection}
            error={missing(subject !== null && section === null, bankGridTexts.chooseSection)}
          />
        </>
      )}
    </FormDialog>
  )
}

interface MoveYearsProps {
  /** The subjects of the exam, to one of which they may move. */
  subjects: BankOfSubject[]
  years: Row[]
  nameOf: (row: Row) => string
  onClose: () => void
  /** After the last one, with those that could not move. */
  onMoved: (left: Row[]) => void
}
