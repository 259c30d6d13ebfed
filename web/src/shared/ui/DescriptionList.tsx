// Pairs of name and value, as a description list.
import styles from './parts.module.css'

export function DescriptionList({ items }: { items: [name: string, value: string][] }) {
  return (
    <dl className={styles.descriptions}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
