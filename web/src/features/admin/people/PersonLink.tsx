// A student's name with a link to their page.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Registration } from '@/shared/api/types'
import { editPath } from '../resource/placed'
import { students } from '../resources/studentAccounts'
import { nameOf } from './nameOf'

export function PersonLink({ of }: { of: Registration['student'] }) {
  return (
    <Anchor component={Link} to={editPath(students, of._id)} fw={600} inherit>
      {nameOf(of)}
    </Anchor>
  )
}
