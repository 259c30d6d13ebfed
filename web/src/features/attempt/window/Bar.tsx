// The bar at the top: which test, how much time, whether all is saved, and the tools. What a
// phone has no room for is in the navigator's drawer.
import { ActionIcon, Button, Loader, Text, Title, VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import {
  CalculatorIcon,
  CircleCheck,
  CircleX,
  Clock,
  CloudOff,
  Keyboard,
  type LucideIcon,
  Maximize,
  Minimize,
  Pause,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { face, minutesToAnnounce } from '@/shared/attempt/clock'
import { type SaveStatus, saveStatus } from '@/shared/attempt/state'
import { testName } from '@/shared/exams/kind'
import { common } from '@/shared/i18n/common'
import { formatMinutes, formatTime, plural } from '@/shared/i18n/format'
import { SchemeToggle } from '@/shared/layout/header'
import { isOfDevice } from '@/shared/offline/inUse'
import { type Dialogs, useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import styles from './test.module.css'
import type { FullScreen } from './useProtections'

export function Bar({ dialogs, screen, wide }: BarProps) {
  const { attempt } = useAttemptParts()
  const { exam, year, extraMinutes, powerSafe } = attempt
  const about = [
    testName(attempt),
    year,
    extraMinutes > 0 && testTexts.extraTime(formatMinutes(extraMinutes)),
    powerSafe && testTexts.powerSafe,
  ]
  return (
    <section className={styles.bar} aria-label={testTexts.yourTest}>
      <div className={styles.name}>
        <Title order={1} lh={1.3}>
          {exam.title}
        </Title>
        <Text c="dimmed">{about.filter(Boolean).join(' · ')}</Text>
      </div>
      <Timer />
      <SaveLine />
      <div className={styles.tools}>
        <Tool
          icon={CalculatorIcon}
          label={common.calculator}
          onClick={() => dialogs.show('calculator')}
        />
        {wide && (
          <Tool icon={Keyboard} label={testTexts.keys} onClick={() => dialogs.show('keys')} />
        )}
        {wide && <FullScreenTool screen={screen} />}
        {wide && <SchemeToggle />}
        <Button className={styles.submit} onClick={dialogs.askSubmit}>
          {testTexts.submitTest}
        </Button>
      </div>
    </section>
  )
}

interface BarProps {
  dialogs: Dialogs
  screen: FullScreen
  wide: boolean
}

/** Whether the answers are saved: always the truth, as the store knows it. */
function SaveLine() {
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
  const isStuck = isCutOff && status.is === 'saving' && troubles.has(last.is)
  if (!isStuck && status !== last) setLast(status)
  return isStuck ? last : status
}

/** The texts of a test of this device that differ: it needs no network, but free space. */
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

/** The time left, by the server's clock. The only part that renders as time goes by. */
function Timer() {
  const { test, announce } = useAttemptParts()
  const [text, setText] = useState(() => faceOf(test.left()))
  const [hurry, setHurry] = useState<'calm' | 'soon' | 'last'>('calm')
  const [isPaused, setPaused] = useState(false)
  const before = useRef(test.left())

  useInterval(
    () => {
      const left = test.tick()
      if (left === null) return
      setText(faceOf(left))
      setHurry(left <= 60_000 ? 'last' : left <= 300_000 ? 'soon' : 'calm')
      const minutes = minutesToAnnounce(before.current ?? left, left)
      if (minutes !== null) announce(plural(testTexts.minutesLeft, minutes))
      before.current = left
      if (isPaused !== test.isPaused()) {
        setPaused(!isPaused)
        if (!isPaused) announce(testTexts.paused)
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
      title={isPaused ? testTexts.paused : undefined}
    >
      {isPaused ? <Pause size={18} data-paused aria-hidden /> : <Clock size={18} aria-hidden />}
      <VisuallyHidden>{testTexts.timeLeft}</VisuallyHidden>
      {text}
    </div>
  )
}

const faceOf = (left: number | null) => (left === null ? null : face(left))

/** An icon button; its name is its tooltip and its label. */
function Tool({ icon: Icon, label, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  )
}

interface ToolProps {
  icon: LucideIcon
  label: string
  onClick: () => void
}

export function FullScreenTool({ screen }: { screen: FullScreen }) {
  if (!screen.possible) return null
  return (
    <Tool
      icon={screen.on ? Minimize : Maximize}
      label={screen.on ? testTexts.leaveFullScreen : testTexts.fullScreen}
      onClick={screen.toggle}
    />
  )
}
