// One or several of a few, as small buttons in a row over native radios or checkboxes, so that keyboard
// and assistive technology get what they know.
import { Input } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './Chips.module.css'

export interface Chip {
  value: string
  label: string
  /** Before the label. */
  icon?: ReactNode
  /** After the label, in small letters. */
  note?: string | undefined
  disabled?: boolean
}

export function Chips(props: ChipsProps) {
  const { legend, choices, value, onChange, multiple, fill, error, description } = props
  const id = useId()
  const about = useRef<HTMLDivElement>(null)
  const hasChosen = useRef(false)
  // The description of a choice must not stay behind the bar at the bottom of a phone.
  useEffect(() => {
    if (hasChosen.current) about.current?.scrollIntoView({ block: 'nearest' })
    hasChosen.current = false
  })
  const toggle = (choice: string) => {
    hasChosen.current = true
    if (!multiple) return onChange([choice])
    onChange(value.includes(choice) ? value.filter((one) => one !== choice) : [...value, choice])
  }
  const describedBy = [description && `${id}-about`, error && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <fieldset className={styles.set} aria-describedby={describedBy || undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.row} data-fill={fill || undefined}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={styles.chip}
            data-chosen={value.includes(choice.value) || undefined}
            data-disabled={choice.disabled || undefined}
          >
            <input
              className={styles.input}
              type={multiple ? 'checkbox' : 'radio'}
              name={id}
              value={choice.value}
              checked={value.includes(choice.value)}
              disabled={choice.disabled}
              aria-invalid={error ? true : undefined}
              onChange={() => toggle(choice.value)}
            />
            {choice.icon}
            <span className={styles.label}>
              {choice.label}
              {choice.note && <span className={styles.note}>{choice.note}</span>}
            </span>
          </label>
        ))}
      </div>
      {description && (
        <div ref={about} id={`${id}-about`} className={styles.about}>
          {description}
        </div>
      )}
      {error && (
        <Input.Error id={`${id}-error`} role="alert" fz="sm" mt={4}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}

interface ChipsProps {
  legend: string
  choices: Chip[]
  value: string[]
  onChange: (value: string[]) => void
  multiple?: boolean
  /** In equal shares of the width, as few do. */
  fill?: boolean
  error?: string | null | undefined
  /** About what is chosen. */
  description?: ReactNode
}
