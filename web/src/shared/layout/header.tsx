// Parts of a frame's header: the brand, the choice of the colour scheme, and the menu where there is
// little room.
import {
  ActionIcon,
  Anchor,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { MenuIcon, Moon, Sun, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { shellTexts, uiTexts } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'

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

/**
 * The properties of a menu that opens over the page, of its button, and of the overlay that covers
 * the rest while it is open. It closes with Escape, a press outside, and when another page is shown.
 */
export function useMenu(location: string) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what tells
  useEffect(close, [location])

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }

  return {
    open,
    close,
    menu: {
      id: 'menu',
      'data-open': open || undefined,
      'aria-label': uiTexts.menu,
      onKeyDown,
      // The link may be to the current page: then nothing else closes the menu.
      onClick: close,
    },
    button: {
      ref: button,
      'aria-label': open ? uiTexts.closeMenu : uiTexts.openMenu,
      'aria-expanded': open,
      'aria-controls': 'menu',
      onClick: () => setOpen(!open),
      onKeyDown,
      children: open ? <X size={22} aria-hidden /> : <MenuIcon size={22} aria-hidden />,
    },
  }
}
