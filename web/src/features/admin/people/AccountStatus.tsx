// The status of an account as a coloured badge.
import { Badge } from '@mantine/core'
import type { User } from '@/shared/api/types'
import { words } from './messages'

const colours = { Active: 'brand', InActive: 'sun', Blocked: 'red', Suspended: 'red' } as const

export const AccountStatus = ({ status }: { status: User['accountStatus'] }) => (
  <Badge variant="light" tt="none" miw="max-content" color={colours[status]}>
    {words[status]}
  </Badge>
)
