// A tool of the test window: a sign that is pressed, its name for whoever asks.
import { ActionIcon } from '@mantine/core'
import { type LucideIcon, Maximize, Minimize } from 'lucide-react'
import { testTexts } from '../messages'
import type { FullScreen } from './useFullScreen'

export function Tool({ icon: Icon, label, onClick }: ToolProps) {
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
