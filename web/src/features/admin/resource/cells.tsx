// How the fields of a row are shown in a list.

import { Badge, Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CirclePause } from 'lucide-react'
import { toApiError } from '@/shared/api/errors'
import { formatDate } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { sized } from '@/shared/ui/pictures'
import adminStyles from '../admin.module.css'
import { adminTexts } from '../messages'
import { resourceTexts } from './messages'
import styles from './resource.module.css'

/** Active in green, InActive in yellow, always with text and an icon (spec 3 §4). */
export function Status({ active }: { active: boolean }) {
  const Icon = active ? CircleCheck : CirclePause
  return (
    <Badge
      className={adminStyles.status}
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
      className={adminStyles.switch ?? ''}
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

interface Titled {
  title: string
}

/** Active or InActive, from a boolean or a word. */
export const status = (value: boolean | 'Active' | 'InActive') => (
  <Status active={value === true || value === 'Active'} />
)

/** The text of a status, for sorting and searching. */
export const statusText = (value: boolean) =>
  value ? resourceTexts.active : resourceTexts.inactive

/** A small picture. */
export const picture = (address: string | null) =>
  address ? (
    <img src={sized(address, 'thumb')} alt="" loading="lazy" className={styles.thumb} />
  ) : (
    <span className={styles.none}>{resourceTexts.none}</span>
  )

/** A picture 150 pixels wide (spec 3 §2). */
export const widePicture = (address: string | null) =>
  address ? (
    <img src={sized(address, 'small')} alt="" loading="lazy" className={styles.wide} />
  ) : (
    <span className={styles.none}>{resourceTexts.none}</span>
  )

/** The title of a reference. */
export const title = (of: Titled | null) => of?.title ?? ''

/** The titles of references. */
export const titles = (of: readonly Titled[]) => of.map((one) => one.title).join(', ')

/** The beginning of a long text. */
export const textCut = (text: string, most: number) => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('')}...` : text
}

/** The date of an instant. */
export const date = (iso: string) => <time dateTime={iso}>{formatDate(iso)}</time>
