// Whether the answers are saved: always the truth, as the store knows it.
import { Loader } from '@mantine/core'
import { CircleCheck, CircleX, CloudOff, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type SaveStatus, saveStatus } from '@/shared/attempt/state'
import { formatTime } from '@/shared/i18n/format'
import { isOfDevice } from '@/shared/offline/inUse'
import { useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import styles from './test.module.css'

export function SaveLine() {
  const { announce, attempt } = useAttemptParts()
  const status = useSteadyStatus()
  const text = (isOfDevice(attempt._id) && textHere(status)) || textOf(status)
  const trouble = troubles.has(status.is) ? status.is : null
  const before = useRef(trouble)

  // Each save would be chatter; a trouble, another one and its end are news.
  useEffect(() => {
    if (status.is === 'saving' || trouble === before.current) return
    before.current = trouble
    announce(text)
  }, [status.is, trouble, text, announce])

  const Icon = icons[status.is]
  return (
    <div className={styles.save} data-status={status.is}>
      {status.is === 'saving' && <Loader size={16} aria-hidden />}
      {Icon && <Icon size={16} aria-hidden />}
      <span>{text}</span>
    </div>
  )
}

const troubles = new Set<SaveStatus['is']>(['offline', 'memory', 'signed-out', 'refused'])
const icons: Partial<Record<SaveStatus['is'], LucideIcon>> = {
  saved: CircleCheck,
  offline: CloudOff,
  memory: CloudOff,
  'signed-out': CloudOff,
  refused: CircleX,
}

/**
 * The save status; while there is no way to the server, a trouble stands until an answer is saved. Otherwise its line
 * would go and come back at each answer, and move the whole test.
 */
function useSteadyStatus(): SaveStatus {
  const status = useTest(useShallow(saveStatus))
  const isCutOff = useTest(({ link }) => link.is === 'offline' || link.is === 'signed-out')
  const [last, setLast] = useState(status)
  const stands = isCutOff && status.is === 'saving' && troubles.has(last.is)
  if (!stands && status !== last) setLast(status)
  return stands ? last : status
}

/** Of a test of this device, where it differs: no network is needed, but room. */
function textHere(status: SaveStatus): string | null {
  if (status.is === 'saved') return testTexts.savedHere(formatTime(status.at))
  return status.is === 'memory' ? testTexts.notSavedHere : null
}

function textOf(status: SaveStatus): string {
  switch (status.is) {
    case 'none':
      return testTexts.nothingToSave
    case 'saving':
      return testTexts.saving
    case 'saved':
      return testTexts.saved(formatTime(status.at))
    case 'offline':
      return testTexts.offline
    case 'memory':
      return testTexts.inMemory
    case 'signed-out':
      return testTexts.signedOut
    case 'refused':
      return testTexts.notSaved(status.why)
  }
}
