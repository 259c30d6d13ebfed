// Moves the selected years with their questions to another year or another subject.
import { NumberInput, Radio, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { moveSubjectYear } from '@/shared/api/queries/bankPlaces'
import type { BankOfSubject, BankOfYear } from '@/shared/api/types'
import { plural } from '@/shared/i18n/format'
import { required } from '@/shared/ui/required'
import { BulkDialog } from '../bank/Bulk'
import { lastYears } from '../bank/examYears'
import { SectionSelect } from '../bank/SectionSelect'
import { useBulk } from '../bank/useBulk'
import { resourceTexts } from '../resource/messages'
import { FormDialog } from '../ui/FormDialog'
import { bankGridTexts } from './messages'

type Row = BankOfYear & { title: string }

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
          error={missing(!isYear, bankGridTexts.chooseYear)}
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
  /** After the last one, whether all could move or not. */
  onMoved: () => void
}
