// The frame of a screen inside a layout: title (also the document's), introduction, actions and
// width.
import {
  Box,
  type ElementProps,
  Group,
  Paper,
  type PaperProps,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { takeFocus } from './focus'
import styles from './page.module.css'

export function Page({ title, description, actions, crumbs, width = 920, children }: PageProps) {
  return (
    <Box maw={width} mx="var(--page-margin, auto)" w="100%">
      <title>{`${title} · Sabi`}</title>
      {crumbs}
      <Group justify="space-between" align="flex-end" gap="md" mb="lg">
        <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
          <Title order={1} tabIndex={-1} ref={takeFocus}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  )
}

interface PageProps {
  title: string
  description?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** A breadcrumb or a step line above the title. */
  crumbs?: ReactNode
  /** Greatest width in pixels. */
  width?: number
  children: ReactNode
}

// The card of the whole app: surface, thin border, soft shadow.

interface PanelProps extends PaperProps, ElementProps<'div', keyof PaperProps> {
  /** A section needs a name: `aria-label` or `aria-labelledby`. */
  component?: 'div' | 'section'
}

export function Panel({ children, className = '', component = 'div', ...rest }: PanelProps) {
  return (
    <Paper
      component={component as 'div'}
      className={`${styles.panel} ${className}`}
      radius="lg"
      {...rest}
    >
      {children}
    </Paper>
  )
}
