// Pairs of name and value, as a description list.
import styles from './DescriptionList.module.css'

export function DescriptionList({ items }: { items: [name: string, value: string][] }) {
  return (
    <dl className={styles.list}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
