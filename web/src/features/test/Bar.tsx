// The bar at the top: which test, how much time, whether all is saved, and the tools.
import { ActionIcon, Button, Text, Title } from '@mantine/core'
import { CalculatorIcon, Keyboard, type LucideIcon, Maximize, Minimize } from 'lucide-react'
import { SchemeToggle } from '@/ui/SchemeToggle'
import type { Dialogs } from './dialogs'
import { messages } from './messages'
import { SaveLine } from './SaveLine'
import { useSitting } from './sitting'
import { Timer } from './Timer'
import styles from './test.module.css'
import { useFullScreen } from './useFullScreen'

const words = messages.test

export function Bar({ dialogs, wide }: { dialogs: Dialogs; wide: boolean }) {
  const { attempt } = useSitting()
  const screen = useFullScreen(dialogs)
  const { exam, assessment, year } = attempt
  return (
    <section className={styles.bar} aria-label={words.yourTest}>
      <div className={styles.name}>
        <Title order={1} fz="md" lh={1.3} lineClamp={1}>
          {exam.title}
        </Title>
        <Text fz="sm" c="dimmed" lineClamp={1}>
          {[assessment.title, year].filter((part) => part !== null).join(' · ')}
        </Text>
      </div>
      <Timer />
      <SaveLine />
      <div className={styles.tools}>
        <Tool
          icon={CalculatorIcon}
          label={messages.common.calculator}
          onClick={() => dialogs.show('calculator')}
        />
        {wide && <Tool icon={Keyboard} label={words.keys} onClick={() => dialogs.show('keys')} />}
        {screen.possible && (
          <Tool
            icon={screen.on ? Minimize : Maximize}
            label={screen.on ? words.leaveFullScreen : words.fullScreen}
            onClick={screen.toggle}
          />
        )}
        {wide && <SchemeToggle />}
        <Button className={styles.submit} onClick={dialogs.askSubmit}>
          {words.submitTest}
        </Button>
      </div>
    </section>
  )
}

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
