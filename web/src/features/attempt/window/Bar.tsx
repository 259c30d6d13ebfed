// The bar at the top: which test, how much time, whether all is saved, and the tools. What a
// phone has no room for is in the navigator's drawer.
import { Button, Text, Title } from '@mantine/core'
import { CalculatorIcon, Keyboard } from 'lucide-react'
import { testName } from '@/shared/exams/testName'
import { common } from '@/shared/i18n/common'
import { formatMinutes } from '@/shared/i18n/format'
import { SchemeToggle } from '@/shared/ui/SchemeToggle'
import { useAttemptParts } from '../attemptContext'
import { testTexts } from '../messages'
import type { Dialogs } from './dialogs'
import { SaveLine } from './SaveLine'
import { Timer } from './Timer'
import { FullScreenTool, Tool } from './Tool'
import styles from './test.module.css'
import type { FullScreen } from './useFullScreen'

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
        <Title order={1} fz={{ base: 'sm', sm: 'md' }} lh={1.3}>
          {exam.title}
        </Title>
        <Text fz={{ base: 'xs', sm: 'sm' }} c="dimmed">
          {about.filter(Boolean).join(' · ')}
        </Text>
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
