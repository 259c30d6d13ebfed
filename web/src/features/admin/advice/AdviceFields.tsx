// The parts of the form of advice: its percentages, and all bands on a ruler from 0 to 100, with gaps
// and overlaps.
import { Select, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { api, ok } from '@/shared/api/client'
import { Panel } from '@/shared/ui/Page'
import { adviceTexts, resourceTexts } from '../messages'
import { resourceKey } from '../resource/calls'
import { required as markRequired, useFormContext, useFormField } from '../resource/formContext'
import type { SlotProps } from '../resource/types'
import styles from './ruler.module.css'

/** Maximum number of bands that are read; more would be meaningless. */
const MOST = 1000

const bandsQuery = queryOptions({
  queryKey: [...resourceKey, 'advice', 'bands'],
  queryFn: async (): Promise<Band[]> => {
    const params = { query: { page: 1, limit: MOST, sort: 'min_percentage' } }
    const { data } = await ok(api.GET('/api/v1/admin/advice-list', { params }))
    return data.map((one) => ({
      id: one._id,
      title: one.title,
      from: one.min_percentage,
      to: one.max_percentage,
      active: one.status,
    }))
  },
})

/** Above the list: all stored bands. */
export function BandsOfAll() {
  const { data } = useQuery(bandsQuery)
  if (!data || data.length === 0) return null
  return (
    <Panel mb="lg">
      <Ruler bands={data} />
    </Panel>
  )
}

/** In the form: the edited band among the others. */
export function BandsWithThis() {
  const { form, record } = useFormContext()
  const { data } = useQuery(bandsQuery)
  const { title, min_percentage: from, max_percentage: to, status } = form.values
  if (!data) return null
  const others = data.filter(({ id }) => id !== record?._id)
  const own: Band[] =
    typeof from === 'number' && typeof to === 'number' && from <= to
      ? [{ id: '', title: String(title) || adviceTexts.this, from, to, active: status === true }]
      : []
  return (
    <div className={styles.inForm}>
      <Ruler bands={[...others, ...own]} own="" />
    </div>
  )
}

const marks = [0, 25, 50, 75, 100]

function Ruler({ bands, own }: { bands: Band[]; own?: string }) {
  const gaps = gapsOf(bands)
  const overlaps = overlapsOf(bands)
  return (
    <section aria-label={adviceTexts.title}>
      <div className={styles.ruler} aria-hidden>
        {lanesOf(bands).map((lane) => (
          <div key={lane[0]?.id} className={styles.lane}>
            {lane.map((band) => (
              <span
                key={band.id}
                className={styles.band}
                data-active={band.active}
                data-own={band.id === own || undefined}
                style={placeOf(band)}
                title={nameOf(band)}
              >
                {band.title}
              </span>
            ))}
          </div>
        ))}
        <div className={styles.gaps}>
          {gaps.map((gap) => (
            <span key={gap.from} style={placeOf(gap)} />
          ))}
          {overlaps.map(({ first, second, ...span }) => (
            <span key={`${first.id} ${second.id}`} data-overlap style={placeOf(span)} />
          ))}
        </div>
        <div className={styles.marks}>
          {marks.map((mark) => (
            <span key={mark} style={{ left: `${mark}%` }}>
              {mark}
            </span>
          ))}
        </div>
      </div>
      {gaps.length === 0 && overlaps.length === 0 ? (
        <Text fz="sm" className={styles.said} data-whole>
          <CircleCheck size={16} aria-hidden />
          {adviceTexts.whole}
        </Text>
      ) : (
        [
          ...gaps.map(({ from, to }) => adviceTexts.gap(from, to)),
          ...overlaps.map(({ first, second, from, to }) =>
            adviceTexts.overlap(first.title, second.title, from, to),
          ),
        ].map((line) => (
          <Text key={line} fz="sm" className={styles.said}>
            <TriangleAlert size={16} aria-hidden />
            {line}
          </Text>
        ))
      )}
    </section>
  )
}

/**
 * A band covers up to 101 whole percentages; the ruler's hundred parts lie between their centres.
 */
const placeOf = ({ from, to }: Span) => {
  const [start, end] = [Math.max(0, from - 0.5), Math.min(100, to + 0.5)]
  return { left: `${start}%`, width: `${end - start}%` }
}

function nameOf({ title, from, to, active }: Band): string {
  const name = adviceTexts.band(title, from, to)
  return active ? name : adviceTexts.inactive(name)
}

// The start and end of a band of advice (spec 3 §2).

const percentages = Array.from({ length: 101 }, (_, n) => ({ value: String(n), label: `${n}%` }))

/** Choosing the start sets the end to the same value. */
export function From(props: SlotProps) {
  const { onChange, form } = useFormField<number | null>(props.name)
  const set = (value: number | null) => {
    onChange(value)
    form.setFieldValue('max_percentage', value)
  }
  return <Percentage {...props} disabled={() => false} onChange={set} />
}

/** Only values from the start upwards can be chosen. */
export function To(props: SlotProps) {
  const { onChange, form } = useFormField<number | null>(props.name)
  const { min_percentage: min } = form.values
  const below = (value: number) => typeof min === 'number' && value <= min
  return <Percentage {...props} disabled={below} onChange={onChange} />
}

function Percentage({ name, label, description, required, disabled, onChange }: PercentageProps) {
  const { value, error } = useFormField<number | null>(name)
  return (
    <Select
      label={label}
      description={description}
      {...markRequired(required)}
      error={error}
      data={percentages.map((one) => ({ ...one, disabled: disabled(Number(one.value)) }))}
      value={value === null ? null : String(value)}
      onChange={(text) => onChange(text === null ? null : Number(text))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={resourceTexts.noChoices}
    />
  )
}

interface PercentageProps extends SlotProps {
  disabled: (value: number) => boolean
  onChange: (value: number | null) => void
}

// Finds gaps between bands of advice from 0 to 100, and overlaps.

/** A range of whole percentages, both ends inclusive. */
interface Span {
  from: number
  to: number
}

export interface Band extends Span {
  id: string
  title: string
  /** Whether students get it. */
  active: boolean
}

/** The whole percentages without an active band. */
export function gapsOf(bands: Band[]): Span[] {
  const gaps: Span[] = []
  let next = 0
  for (const { from, to } of activeOf(bands)) {
    if (from > next) gaps.push({ from: next, to: from - 1 })
    next = Math.max(next, to + 1)
  }
  if (next <= 100) gaps.push({ from: next, to: 100 })
  return gaps
}

interface Overlap extends Span {
  first: Band
  second: Band
}

/** The pairs of active bands that share a percentage, including shared ends. */
export function overlapsOf(bands: Band[]): Overlap[] {
  const all = activeOf(bands)
  return all.flatMap((first, i) =>
    all.slice(i + 1).flatMap((second) => {
      const from = Math.max(first.from, second.from)
      const to = Math.min(first.to, second.to)
      return from <= to ? [{ first, second, from, to }] : []
    }),
  )
}

/** Distributes the bands over lanes, so that none covers another. */
export function lanesOf(bands: Band[]): Band[][] {
  const lanes: Band[][] = []
  for (const band of inOrder(bands)) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? -1) < band.from)
    if (free) free.push(band)
    else lanes.push([band])
  }
  return lanes
}

const inOrder = (bands: Band[]) => [...bands].sort((a, b) => a.from - b.from || a.to - b.to)

const activeOf = (bands: Band[]) => inOrder(bands.filter(({ active }) => active))
