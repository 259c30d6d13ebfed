// Opens the oldest unclaimed submission and claims it.
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { claimGrading, gradingQueue } from '@/shared/api/queries/grading'
import { notify } from '@/shared/ui/notify'
import { adminPaths } from '../paths'
import { theoryTexts } from './messages'
import { gradingQuery } from './queries'

/** How many submissions are tried if others claim them first. */
const TRIED = 5

/** Opens the oldest unclaimed submission and claims it; opens the list if there is none. */
export function useNextSubmission() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const claimFirst = async () => {
    const { rows } = await gradingQueue({ page: 1, limit: TRIED, filters: { state: 'free' } })
    for (const { _id } of rows) {
      try {
        const claimed = await claimGrading(_id)
        client.setQueryData(gradingQuery(_id).queryKey, claimed)
        return _id
      } catch (thrown) {
        if (toApiError(thrown).reason !== 'claimed') throw thrown
      }
    }
    return null
  }
  return useMutation({
    mutationFn: claimFirst,
    onSuccess: (id) => {
      if (id !== null) return navigate(adminPaths.userTheory(id))
      notify.info(theoryTexts.nothingNext)
      return navigate(adminPaths.userTheories)
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
}

export function NextButton() {
  const next = useNextSubmission()
  return (
    <Group gap="xs" mt="sm">
      <Button size="xs" loading={next.isPending} onClick={() => next.mutate()}>
        {theoryTexts.next}
      </Button>
      <Button size="xs" variant="default" component={Link} to={adminPaths.userTheories}>
        {theoryTexts.back}
      </Button>
    </Group>
  )
}
