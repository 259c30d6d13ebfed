// Active in green, InActive in yellow, always with text and an icon (spec 3 §4).
import { Badge, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CirclePause } from 'lucide-react'
import { toApiError } from '@/shared/api/errors'
import { notify } from '@/shared/ui/notify'
import styles from '../admin.module.css'
import { adminTexts } from '../messages'

export function Status({ active }: { active: boolean }) {
  const Icon = active ? CircleCheck : CirclePause
  return (
    <Badge
      className={styles.status}
      data-active={active}
      tt="none"
      leftSection={<Icon size={13} strokeWidth={2.5} aria-hidden />}
    >
      {active ? adminTexts.active : adminTexts.inactive}
    </Badge>
  )
}

/**
 * The status of a row as a switch. Like the badge: Active in green, InActive in yellow, always with
 * its text (spec 3 §4).
 */
export function StatusSwitch({ active, name, disabled, change, onChanged }: StatusSwitchProps) {
  const call = useMutation({
    mutationFn: change,
    onSuccess: onChanged,
    onError: (thrown) => {
      notify.error(toApiError(thrown).errMessage)
      // Somebody else may have changed the row.
      onChanged()
    },
  })
  const shown = call.isPending ? call.variables : active
  return (
    <Switch
      className={styles.switch ?? ''}
      size="xs"
      withThumbIndicator={false}
      label={shown ? adminTexts.active : adminTexts.inactive}
      aria-label={adminTexts.statusOf(name)}
      checked={shown}
      disabled={disabled}
      data-active={shown}
      onChange={(event) => {
        if (!call.isPending) call.mutate(event.currentTarget.checked)
      }}
    />
  )
}

interface StatusSwitchProps {
  active: boolean
  /** The name of the row. */
  name: string
  /** The row is outdated. */
  disabled: boolean
  change: (active: boolean) => Promise<unknown>
  /** Called after the change, and after a refusal. */
  onChanged: () => void
}
