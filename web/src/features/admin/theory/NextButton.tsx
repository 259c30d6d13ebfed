// Opens the oldest unclaimed submission.
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { gradingQueue } from '@/shared/api/queries/grading'
import { notify } from '@/shared/ui/notify'
import { adminPaths } from '../paths'
import { words } from './messages'

/** Opens the oldest unclaimed submission, or the list if there is none. */
export function useNextSubmission() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => gradingQueue({ page: 1, limit: 1, filters: { state: 'free' } }),
    onSuccess: ({ rows: [first] }) => {
      if (first) return navigate(adminPaths.userTheory(first._id))
      notify.info(words.nothingNext)
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
        {words.next}
      </Button>
      <Button size="xs" variant="default" component={Link} to={adminPaths.userTheories}>
        {words.back}
      </Button>
    </Group>
  )
}
