// Light or dark: the device's setting until the user chooses one.
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Moon, Sun } from 'lucide-react'
import { uiTexts } from './messages'

export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={next === 'dark' ? uiTexts.useDark : uiTexts.useLight}
      onClick={() => setColorScheme(next)}
    >
      {next === 'dark' ? <Moon size={18} aria-hidden /> : <Sun size={18} aria-hidden />}
    </ActionIcon>
  )
}
