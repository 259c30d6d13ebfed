// Pairs of name and value, as a list.
import styles from './Facts.module.css'

export function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
