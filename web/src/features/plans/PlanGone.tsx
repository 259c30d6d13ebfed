// A dialog that says that a plan no longer exists.
import { Button } from '@mantine/core'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { messages } from './messages'

const words = messages.plans

/** `why` is the server's message: Subscription id {id} missing. */
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
