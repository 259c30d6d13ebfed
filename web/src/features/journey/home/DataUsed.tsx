// How much data tests on this device have used lately.
import { Text } from '@mantine/core'
import { usedLately } from '@/shared/device/dataUsedLately'
import { formatDate, formatNumber } from '@/shared/i18n/format'
import { studentHomeTexts } from './messages'

const MB = 1_000_000

export function DataUsed() {
  const used = usedLately()
  if (used === null) return null
  const megabytes = Math.max(0.1, Math.round(used.bytes / (MB / 10)) / 10)
  return (
    <Text fz="sm" c="dimmed">
      {studentHomeTexts.dataUsed(formatNumber(megabytes), formatDate(`${used.since}T12:00`))}
    </Text>
  )
}
