// The frame of a screen inside a layout: title (also the document's), introduction, actions and
// width.
import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { takeFocus } from './focus'

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
