// A change field by field, before and after.
import { Text } from '@mantine/core'
import type { AuditEntry } from '@/shared/api/types'
import styles from './audit.module.css'
import { apart, type Difference, differencesOf, type Parts } from './differences'
import { words } from './messages'
import { labelsOf } from './records'

export function Differences({ entry }: { entry: AuditEntry }) {
  const differences = differencesOf(entry, labelsOf(entry.entity))
  if (differences.length === 0) return <Text c="dimmed">{words.nothing}</Text>
  return (
    <div className={styles.scroll}>
      <table className={styles.differences}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((one) => (
            <Line key={one.name} difference={one} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ difference: { label, before, after } }: { difference: Difference }) {
  const [old, now] = apart(before ?? '', after ?? '')
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{before === null ? words.none : <Marked parts={old} as="del" />}</td>
      <td>{after === null ? words.none : <Marked parts={now} as="ins" />}</td>
    </tr>
  )
}

const Marked = ({ parts: [start, other, end], as: Mark }: { parts: Parts; as: 'del' | 'ins' }) => (
  <>
    {start}
    {other && <Mark>{other}</Mark>}
    {end}
  </>
)
