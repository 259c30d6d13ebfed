// Links to the previous and next question.
import { Button, Group, Text } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '@/shared/i18n/format'
import { walkTexts } from '../bank/messages'
import styles from './bankForms.module.css'
import type { Neighbour, Neighbours } from './useNeighbours'

export function Walk({ neighbours }: { neighbours: Neighbours | null }) {
  if (neighbours === null) return null
  const { position, total, before, after } = neighbours
  return (
    <nav aria-label={walkTexts.label} className={styles.walk}>
      <Text fz="sm" c="dimmed">
        {walkTexts.position(formatNumber(position), formatNumber(total))}
      </Text>
      <Group gap="xs">
        <Way
          way={before}
          does="before"
          label={walkTexts.before}
          icon={<ChevronLeft size={18} aria-hidden />}
          side="leftSection"
        />
        <Way
          way={after}
          does="after"
          label={walkTexts.after}
          icon={<ChevronRight size={18} aria-hidden />}
          side="rightSection"
        />
      </Group>
    </nav>
  )
}

/** The shortcuts that press them (`shortcuts/listKeys.ts`). */
const pressedBy = { before: '[', after: ']' }

function Way({ way, does, label, icon, side }: WayProps) {
  const look = { size: 'xs', variant: 'default', [side]: icon } as const
  const press = { 'data-do': does, 'aria-keyshortcuts': pressedBy[does] }
  return way ? (
    <Button component={Link} to={way.to} state={way.state} {...press} {...look}>
      {label}
    </Button>
  ) : (
    <Button disabled {...look}>
      {label}
    </Button>
  )
}

interface WayProps {
  /** Null at either end. */
  way: Neighbour | null
  does: keyof typeof pressedBy
  label: string
  icon: React.ReactNode
  side: 'leftSection' | 'rightSection'
}
