// A step in which one card is chosen: cards, an error if nothing is chosen, Next and Prev. A long
// list has a search.
import { Button, Stack, TextInput } from '@mantine/core'
import { ArrowRight, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PrevLink } from '@/shared/flow/StepTrail'
import { common } from '@/shared/i18n/common'
import { type CardChoice, ChoiceCards, ChoiceSkeleton } from '@/shared/ui/ChoiceCards'
import { EmptyState } from '@/shared/ui/EmptyState'
import { StepActions } from '@/shared/ui/StepActions'
import { enrolmentTexts } from './messages'

/** Longer lists have a search. */
const MANY = 12

const CARD_WIDTH = 260

export function ChooseSkeleton({ minWidth = CARD_WIDTH }: { minWidth?: number }) {
  return <ChoiceSkeleton count={6} minWidth={minWidth} />
}

export function ChooseOne<Row extends { _id: string; title: string }>(props: ChooseOneProps<Row>) {
  const {
    legend,
    rows,
    cardOf,
    remembered,
    error,
    empty,
    back,
    onNext,
    minWidth = CARD_WIDTH,
  } = props
  const [chosen, setChosen] = useState(remembered ?? null)
  const [failed, setFailed] = useState(false)
  const [text, setText] = useState('')
  if (rows.length === 0) {
    return (
      <>
        {empty}
        <StepActions back={<PrevLink to={back} />} />
      </>
    )
  }

  const wanted = text.trim().toLowerCase()
  const shown = rows.filter(({ title }) => title.toLowerCase().includes(wanted))
  const row = rows.find((one) => one._id === chosen && !cardOf?.(one).disabled)
  return (
    <Stack gap="md">
      {rows.length > MANY && (
        <TextInput
          type="search"
          aria-label={enrolmentTexts.find(legend)}
          placeholder={enrolmentTexts.find(legend)}
          leftSection={<Search size={16} aria-hidden />}
          maw={420}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && (
        <EmptyState icon={Search} title={enrolmentTexts.nothingFound(text.trim())} />
      )}
      <ChoiceCards
        legend={legend}
        hideLegend
        minWidth={minWidth}
        choices={shown.map((one) => ({ value: one._id, title: one.title, ...cardOf?.(one) }))}
        value={row ? [row._id] : []}
        onChange={([value]) => {
          setChosen(value ?? null)
          setFailed(false)
        }}
        error={failed ? error : null}
      />
      <StepActions back={<PrevLink to={back} />}>
        <Button
          size="md"
          rightSection={<ArrowRight size={18} aria-hidden />}
          onClick={() => (row ? onNext(row) : setFailed(true))}
        >
          {common.next}
        </Button>
      </StepActions>
    </Stack>
  )
}

interface ChooseOneProps<Row> {
  /** The group's name for assistive technology. */
  legend: string
  rows: Row[]
  /** Further content of a card. */
  cardOf?: (row: Row) => Partial<CardChoice>
  /** The id of the previous choice. */
  remembered: string | null | undefined
  /** The error if nothing is chosen. */
  error: string
  empty: ReactNode
  /** The path of the previous step. */
  back: string
  onNext: (row: Row) => void
  minWidth?: number
}
