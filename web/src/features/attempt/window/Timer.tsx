// The time left, by the server's clock. The only part that renders as time goes by.
import { VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { Clock, Pause } from 'lucide-react'
import { useRef, useState } from 'react'
import { face, minutesToTell } from '@/shared/attempt/clock'
import { plural } from '@/shared/i18n/format'
import { useAttemptParts } from '../attemptContext'
import { testTexts } from '../messages'
import styles from './test.module.css'

export function Timer() {
  const { test, announce } = useAttemptParts()
  const [text, setText] = useState(() => faceOf(test.left()))
  const [hurry, setHurry] = useState<'calm' | 'soon' | 'last'>('calm')
  const [stands, setStands] = useState(false)
  const before = useRef(test.left())

  useInterval(
    () => {
      const left = test.tick()
      if (left === null) return
      setText(faceOf(left))
      setHurry(left <= 60_000 ? 'last' : left <= 300_000 ? 'soon' : 'calm')
      const minutes = minutesToTell(before.current ?? left, left)
      if (minutes !== null) announce(plural(testTexts.minutesLeft, minutes))
      before.current = left
      if (stands !== test.stands()) {
        setStands(!stands)
        if (!stands) announce(testTexts.standsStill)
      }
    },
    250,
    { autoInvoke: true },
  )

  // Study has no clock.
  if (text === null) return null
  return (
    <div
      className={styles.timer}
      role="timer"
      data-hurry={hurry}
      title={stands ? testTexts.standsStill : undefined}
    >
      {stands ? <Pause size={18} data-stands aria-hidden /> : <Clock size={18} aria-hidden />}
      <VisuallyHidden>{testTexts.timeLeft}</VisuallyHidden>
      {text}
    </div>
  )
}

const faceOf = (left: number | null) => (left === null ? null : face(left))
