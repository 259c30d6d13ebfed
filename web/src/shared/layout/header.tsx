// Parts of a frame's header: the brand, and the choice of the colour scheme.
import {
  ActionIcon,
  Anchor,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { Moon, Sun } from 'lucide-react'
import { Link } from 'react-router'
import { shellTexts } from '@/shared/messages'
import { paths } from '@/shared/paths'
import { uiTexts } from '@/shared/ui/messages'

/** The logo as a link to the home page. */
export function BrandLink({ to = paths.home }: { to?: string }) {
  return (
    <Anchor component={Link} to={to} underline="never" c="inherit" aria-label={shellTexts.homeOf}>
      <Logo />
    </Anchor>
  )
}

/** The logo: a tick (to know) and the name. */
export function Logo({ size = 32, hideName = false }: { size?: number; hideName?: boolean }) {
  return (
    <Group gap={10} wrap="nowrap" renderRoot={(props) => <span {...props} />}>
      <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
        <rect width="64" height="64" rx="18" fill="#0f5f3b" />
        <path
          d="M18 34l10 10 20-24"
          fill="none"
          stroke="#ffb433"
          strokeWidth="7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {!hideName && (
        <Text component="span" fw={800} fz={size * 0.66} lts="-0.02em">
          Sabi
        </Text>
      )}
    </Group>
  )
}

/** Light or dark: the device's setting until the user chooses one. */
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
