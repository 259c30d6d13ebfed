// The claim was lost: says why, and offers to claim again. Grades stay on the page.
import { Alert, Button, Text } from '@mantine/core'
import type { ApiError } from '@/shared/api/errors'
import { words } from './messages'
import { until } from './until'

export function LostClaim({ lost, claiming, onClaim }: LostClaimProps) {
  return (
    <Alert color="sun" role="alert" title={words.ranOut}>
      <Text mb="sm">
        {said(lost)} {words.nothingLost}
      </Text>
      <Button size="xs" loading={claiming} onClick={onClaim}>
        {words.claimAgain}
      </Button>
    </Alert>
  )
}

function said(lost: ApiError | 'ran-out'): string {
  if (lost === 'ran-out') return ''
  const { claimedBy, claimedUntil, isReserved = false } = lost.body
  return typeof claimedBy === 'string' && typeof claimedUntil === 'string'
    ? words.takenBy(claimedBy, until({ until: claimedUntil, isReserved }))
    : lost.errMessage
}

interface LostClaimProps {
  /** The server's error, or that the claim has expired. */
  lost: ApiError | 'ran-out'
  claiming: boolean
  onClaim: () => void
}
