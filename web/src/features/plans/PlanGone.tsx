// Says in a dialog that a plan is not there any more.
import { Button } from '@mantine/core'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { messages } from './messages'

const words = messages.plans

/** `why` is the server's: Subscription id {id} missing. */
export function PlanGone({ why, onClose }: { why: string; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={words.planGone}
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {why} {words.choosePlanAgain}
    </ConfirmDialog>
  )
}
