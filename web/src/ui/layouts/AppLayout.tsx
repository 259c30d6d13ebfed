// The frame of a signed-in area (student or admin): top bar, left menu, content.
// Under 768 px the menu is a drawer behind a button.
import { AppShell, Box, Burger, Group, ScrollArea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { SchemeToggle } from '../SchemeToggle'
import { mainId, SkipLink } from '../SkipLink'
import styles from './layouts.module.css'

export function AppLayout(props: AppLayoutProps) {
  const { brand, greeting, actions, menu, menuFooter, footer, location, children } = props
  const [opened, { toggle, close }] = useDisclosure(false)
  // The drawer has done its work once another page is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the place changes
  useEffect(close, [location])

  return (
    <AppShell
      header={{ height: 64 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <SkipLink />
      <AppShell.Header className={styles.bar}>
        <Group h="100%" px={{ base: 'md', sm: 'lg' }} justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close menu' : 'Open menu'}
              aria-expanded={opened}
            />
            {brand}
          </Group>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Box className={styles.greeting}>{greeting}</Box>
            <SchemeToggle />
            <Group gap="xs" wrap="nowrap" visibleFrom="sm">
              {actions}
            </Group>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={styles.menu} p="md" aria-label="Main">
        <AppShell.Section grow component={ScrollArea}>
          {menu}
        </AppShell.Section>
        {menuFooter && <AppShell.Section>{menuFooter}</AppShell.Section>}
      </AppShell.Navbar>
      <AppShell.Main id={mainId} className={styles.main} tabIndex={-1}>
        <Box className={styles.grow}>{children}</Box>
        {footer && <footer className={styles.appFooter}>{footer}</footer>}
      </AppShell.Main>
    </AppShell>
  )
}

interface AppLayoutProps {
  brand: ReactNode
  greeting: ReactNode
  /** Links and buttons of the top bar; on a phone they are in `menuFooter` only. */
  actions: ReactNode
  menu: ReactNode
  menuFooter?: ReactNode
  footer?: ReactNode
  /** Changes when another page is shown. */
  location: string
  children: ReactNode
}
