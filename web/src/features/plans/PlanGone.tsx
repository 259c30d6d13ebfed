// Says in a dialog that a plan is not there any more.
import { Button } from '@mantine/core'
import { Ask } from '@/ui/Ask'
import { messages } from './messages'

const words = messages.plans

/** `why` is the server's: Subscription id {id} missing. */
export function PlanGone({ why, onClose }: { why: string; onClose: () => void }) {
  return (
    <Ask
      title={words.planGone}
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {why} {words.choosePlanAgain}
    </Ask>
  )
}
