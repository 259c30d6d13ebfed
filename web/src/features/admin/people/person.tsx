// How the back office names a person and shows the status of an account.
import { Anchor, Badge } from '@mantine/core'
import { Link } from 'react-router'
import type { Registration, User } from '@/shared/api/types'
import { adminPaths } from '../paths'
import { peopleTexts } from './messages'

/** A person's full name. */
export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`

/** The statuses of an account, for selects (spec 3 §3). */
export const statuses = (['Active', 'InActive', 'Blocked', 'Suspended'] as const).map((value) => ({
  value,
  label: value,
}))

const colours = { Active: 'brand', InActive: 'sun', Blocked: 'red', Suspended: 'red' } as const

/** The status of an account as a coloured badge. */
export const AccountStatus = ({ status }: { status: User['accountStatus'] }) => (
  <Badge variant="light" tt="none" miw="max-content" color={colours[status]}>
    {peopleTexts[status]}
  </Badge>
)

/** A student's name with a link to their page. */
export function PersonLink({ of }: { of: Registration['student'] }) {
  return (
    <Anchor component={Link} to={adminPaths.student(of._id)} fw={600} inherit>
      {nameOf(of)}
    </Anchor>
  )
}
