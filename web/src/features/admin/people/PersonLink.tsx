// A student's name with a link to their page.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Registration } from '@/shared/api/types'
import { adminPaths } from '../paths'
import { nameOf } from './nameOf'

export function PersonLink({ of }: { of: Registration['student'] }) {
  return (
    <Anchor component={Link} to={adminPaths.student(of._id)} fw={600} inherit>
      {nameOf(of)}
    </Anchor>
  )
}
