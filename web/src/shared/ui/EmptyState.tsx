// Shown by a screen or a table when there is nothing to show, with what the user can do about it.
import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export function EmptyState({
  title,
  children,
  action,
  icon: Icon = Inbox,
  art,
  heading,
}: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      {art ? (
        <img src={art} alt="" width={200} height={150} />
      ) : (
        <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
          <Icon size={26} strokeWidth={1.75} />
        </ThemeIcon>
      )}
      {heading ? (
        <Title order={1} mt="xs">
          {title}
        </Title>
      ) : (
        <Text fw={600} mt="xs">
          {title}
        </Text>
      )}
      {children && (
        <Text c="dimmed" maw={440} component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  icon?: LucideIcon
  /** The address of a drawing (ui/art) in the place of the icon. */
  art?: string
  /** Whether its title is the page's heading. */
  heading?: boolean
}
