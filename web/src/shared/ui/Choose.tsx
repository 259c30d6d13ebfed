// The checkboxes that select rows of a table: one, or all of the page. The browser's own, because
// every page with a table has to load them.
import type { Selection } from './DataTable'
import styles from './DataTable.module.css'

export function ChooseRow<Row>({ chosen, onChange, labelOf, row, id }: ChooseRowProps<Row>) {
  return (
    <label className={styles.choose}>
      <input
        type="checkbox"
        aria-label={labelOf(row)}
        checked={chosen.has(id)}
        onChange={(event) => {
          const next = new Set(chosen)
          if (event.currentTarget.checked) next.add(id)
          else next.delete(id)
          onChange(next)
        }}
      />
    </label>
  )
}

interface ChooseRowProps<Row> extends Selection<Row> {
  row: Row
  id: string
}

export function ChooseAll<Row>(props: ChooseAllProps<Row>) {
  const { chosen, onChange, allLabel, keys, disabled } = props
  const some = keys.some((key) => chosen.has(key))
  const all = keys.length > 0 && keys.every((key) => chosen.has(key))
  return (
    <label className={styles.choose}>
      <input
        type="checkbox"
        checked={all}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = some && !all
        }}
        onChange={() => {
          const next = new Set(chosen)
          for (const key of keys) next[all ? 'delete' : 'add'](key)
          onChange(next)
        }}
      />
      <span className={styles.allWords}>{allLabel}</span>
    </label>
  )
}

interface ChooseAllProps<Row> extends Selection<Row> {
  keys: string[]
  disabled: boolean
}
