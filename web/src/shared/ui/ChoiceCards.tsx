// A choice of one or several, as cards over native radios or checkboxes, so that keyboard and
// assistive technology work as usual.
import { Badge, Input, Text } from '@mantine/core'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './ChoiceCards.module.css'
import { Mark } from './pictures'
import { Skeleton } from './states'

export interface CardChoice {
  value: string
  title: string
  text?: ReactNode
  /** Picture address. */
  logo?: string | null
  icon?: ReactNode
  disabled?: boolean
  /** Shown beside the title: a word, or a badge element. */
  badge?: ReactNode
  /** More about the choice, with its own layout. */
  details?: ReactNode
  /** Shown below the card and outside its label: links. */
  extra?: ReactNode
}

export function ChoiceCards(props: ChoiceCardsProps) {
  const { legend, hideLegend, multiple, choices, value, onChange, error, minWidth = 240 } = props
  const { disabled } = props
  const id = useId()
  const toggle = (choice: string) => {
    if (!multiple) return onChange([choice])
    onChange(value.includes(choice) ? value.filter((one) => one !== choice) : [...value, choice])
  }
  const set = useRef<HTMLFieldSetElement>(null)
  // The error is above the first card; scrolls so that both are visible.
  useEffect(() => {
    if (error) focusFirstChoice(set.current)
  }, [error])
  return (
    <fieldset
      ref={set}
      className={styles.set}
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={hideLegend ? styles.hidden : styles.legend}>{legend}</legend>
      {error && (
        <Input.Error id={`${id}-error`} role="alert" mb="sm" fz="sm">
          {error}
        </Input.Error>
      )}
      <div
        className={styles.grid}
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${minWidth}px), 1fr))` }}
      >
        {choices.map((choice) => (
          <div key={choice.value} className={styles.cell}>
            <label
              className={styles.card}
              data-chosen={value.includes(choice.value) || undefined}
              data-details={Boolean(choice.details) || undefined}
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
              {choice.logo ? (
                <Mark src={choice.logo} side={48} className={styles.logo} />
              ) : (
                choice.icon
              )}
              <span className={styles.words}>
                <span className={styles.title}>
                  <Text component="span" fw={650}>
                    {choice.title}
                  </Text>
                  {typeof choice.badge === 'string' ? (
                    <Badge component="span" color="gray" variant="light" tt="none">
                      {choice.badge}
                    </Badge>
                  ) : (
                    choice.badge
                  )}
                </span>
                {choice.text && (
                  <Text component="span" fz="sm" c="dimmed" display="block">
                    {choice.text}
                  </Text>
                )}
                {choice.details && <span className={styles.details}>{choice.details}</span>}
              </span>
              <span className={multiple ? styles.box : styles.dot} aria-hidden>
                <Check size={14} strokeWidth={3} />
              </span>
            </label>
            {choice.extra}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/**
 * Puts the focus on the first card that can be chosen, as when Next is pressed without a choice.
 */
export function focusFirstChoice(within: HTMLElement | null): void {
  within?.querySelector<HTMLElement>('input:enabled')?.focus()
}

/** Placeholders as large as the cards. */
export function ChoiceSkeleton({
  count = 4,
  minWidth = 240,
}: {
  count?: number
  minWidth?: number
}) {
  return <Skeleton count={count} height={82} width={minWidth} />
}

interface ChoiceCardsProps {
  legend: string
  /** Hides the legend visually, where the page's title already says it. */
  hideLegend?: boolean
  multiple?: boolean
  choices: CardChoice[]
  value: string[]
  onChange: (value: string[]) => void
  error?: string | null
  /** Nothing can be chosen for now. */
  disabled?: boolean
  /** Least width of a card in pixels. */
  minWidth?: number
}
