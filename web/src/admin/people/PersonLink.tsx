// A person by name, where a list tells the id alone.
import { Anchor } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readPerson } from '@/api/queries/backOffice'
import { resourceKey } from '../resource/calls'
import { editPath } from '../resource/placed'
import { students } from '../resources/studentAccounts'
import { nameOf } from './nameOf'

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...resourceKey, 'person', id],
    queryFn: () => readPerson(id),
    staleTime: 60_000,
  })

export function PersonLink({ id }: { id: string }) {
  const { data } = useQuery(personQuery(id))
  return (
    <Anchor component={Link} to={editPath(students, id)} fw={600} inherit>
      {data ? nameOf(data) : '…'}
    </Anchor>
  )
}
