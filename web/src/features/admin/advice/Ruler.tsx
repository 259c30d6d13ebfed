// The bands of advice on a ruler from 0 to 100, with gaps and overlaps.
import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { api, ok } from '@/shared/api/client'
import { Panel } from '@/shared/ui/Panel'
import { resourceKey } from '../resource/calls'
import { useFormContext } from '../resource/formContext'
import { type Band, gapsOf, lanesOf, overlapsOf, type Span } from './bands'
import { adviceTexts } from './messages'
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
