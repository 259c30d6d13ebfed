// Active in green, InActive in yellow, always as a word (spec 3 §4).
import { Badge } from '@mantine/core'
import styles from '../admin.module.css'

export function Status({ active }: { active: boolean }) {
  return (
    <Badge className={styles.status} data-active={active} tt="none">
      {active ? 'Active' : 'InActive'}
    </Badge>
  )
}
