// How the fields of a row are shown in a list.

import { CircleCheck, CirclePause, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { formatDate } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { sized } from '@/shared/ui/pictures'
import adminStyles from '../admin.module.css'
import { adminTexts, resourceTexts } from '../messages'

/** A state of a row: an icon and a word. */
export function StateBadge({ icon: Icon, tone, title, children }: StateBadgeProps) {
  return (
    <span className={adminStyles.state} data-tone={tone} title={title}>
      <Icon size={13} strokeWidth={2.5} aria-hidden />
      {children}
    </span>
  )
}

interface StateBadgeProps {
  icon: LucideIcon
  tone: 'good' | 'attention' | 'brand' | 'neutral'
  /** More about it, shown under the pointer. */
  title?: string | undefined
  children: ReactNode
}

/** Active in green, InActive in yellow, always with text and an icon (spec 3 §4). */
export const Status = ({ active }: { active: boolean }) =>
  active ? (
    <StateBadge icon={CircleCheck} tone="good">
      {adminTexts.active}
    </StateBadge>
  ) : (
    <StateBadge icon={CirclePause} tone="attention">
      {adminTexts.inactive}
    </StateBadge>
  )

/**
 * The status of a row as a switch. Like the badge: Active in green, InActive in yellow, always with
 * its text (spec 3 §4). It is the browser's own checkbox, because a list renders Mantine's too
 * slowly.
 */
export function StatusSwitch({ active, name, disabled, change, onChanged }: StatusSwitchProps) {
  const [changing, setChanging] = useState<boolean | null>(null)
  const turn = async (next: boolean) => {
    setChanging(next)
    try {
      await change(next)
    } catch (thrown) {
      setChanging(!next)
      notify.error(toApiError(thrown).errMessage)
    }
    // Also after a refusal: somebody else may have changed the row.
    await onChanged()
    setChanging(null)
  }
  const shown = changing ?? active
  return (
    <label className={adminStyles.switch} data-active={shown}>
      <input
        type="checkbox"
        role="switch"
        aria-label={adminTexts.statusOf(name)}
        checked={shown}
        aria-checked={shown}
        disabled={disabled}
        onChange={(event) => {
          if (changing === null) void turn(event.currentTarget.checked)
        }}
      />
      {shown ? adminTexts.active : adminTexts.inactive}
    </label>
  )
}

interface StatusSwitchProps {
  active: boolean
  /** The name of the row. */
  name: string
  /** The row is outdated. */
  disabled: boolean
  change: (active: boolean) => Promise<unknown>
  /** Refetches the row after the change, and after a refusal; the switch rests until then. */
  onChanged: () => Promise<unknown>
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
    <img src={sized(address, 'thumb')} alt="" loading="lazy" className={adminStyles.thumb} />
  ) : (
    <span className={adminStyles.none}>{resourceTexts.none}</span>
  )

/** A picture 150 pixels wide (spec 3 §2). */
export const widePicture = (address: string | null) =>
  address ? (
    <img src={sized(address, 'small')} alt="" loading="lazy" className={adminStyles.wide} />
  ) : (
    <span className={adminStyles.none}>{resourceTexts.none}</span>
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
