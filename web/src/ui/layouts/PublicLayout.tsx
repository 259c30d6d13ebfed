// The public site's frame: header, content, footer.
import { Box, Container, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageChoice } from '../LanguageChoice'
import { Logo } from '../Logo'
import { messages } from '../messages'
import { OfflineNotice } from '../OfflineNotice'
import { SchemeToggle } from '../SchemeToggle'
import { mainId, SkipLink } from '../SkipLink'
import styles from './layouts.module.css'

export function PublicLayout({ brand, actions, children }: PublicLayoutProps) {
  return (
    <Box className={styles.column}>
      <SkipLink />
      <header className={styles.header}>
        <Container size="lg" w="100%">
          <Group justify="space-between" wrap="nowrap">
            {brand}
            <Group gap="xs" wrap="nowrap">
              <LanguageChoice />
              <SchemeToggle />
              {actions}
            </Group>
          </Group>
        </Container>
      </header>
      <main id={mainId} className={styles.grow} tabIndex={-1}>
        <OfflineNotice />
        {children}
      </main>
      <footer className={styles.footer}>
        <Container size="lg">
          <Group justify="space-between" gap="sm">
            <Logo size={24} />
            <Text fz="sm" c="dimmed">
              {messages.kit.copyright}
            </Text>
          </Group>
        </Container>
      </footer>
    </Box>
  )
}

interface PublicLayoutProps {
  /** The word mark as a link home. */
  brand: ReactNode
  /** What the visitor can do: log in, or go to the dashboard. */
  actions: ReactNode
  children: ReactNode
}
