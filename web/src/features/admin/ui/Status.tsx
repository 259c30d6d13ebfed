// Active in green, InActive in yellow, always with text and an icon (spec 3 §4).
import { Badge } from '@mantine/core'
import { CircleCheck, CirclePause } from 'lucide-react'
import styles from '../admin.module.css'
import { adminTexts } from '../messages'

export function Status({ active }: { active: boolean }) {
  const Icon = active ? CircleCheck : CirclePause
  return (
    <Badge
      className={styles.status}
      data-active={active}
      tt="none"
      leftSection={<Icon size={13} strokeWidth={2.5} aria-hidden />}
    >
      {active ? adminTexts.active : adminTexts.inactive}
    </Badge>
  )
}
