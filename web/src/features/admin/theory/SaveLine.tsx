// Whether all grades are saved.
import { Text } from '@mantine/core'
import { formatTime } from '@/shared/i18n/format'
import { words } from './messages'
import type { Saving } from './useGrades'

export function SaveLine({ saving }: { saving: Saving }) {
  return (
    <Text fz="sm" c={saving.is === 'refused' ? 'red' : 'dimmed'} role="status">
      {said(saving)}
    </Text>
  )
}

function said(saving: Saving): string {
  switch (saving.is) {
    case 'saved':
      return saving.at === null ? words.savedBefore : words.saved(formatTime(saving.at))
    case 'saving':
      return words.saving
    case 'waiting':
      return words.waitingToSave
    case 'refused':
      return `${words.notSaved} ${saving.error.errMessage}`
  }
}
