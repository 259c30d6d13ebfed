// A day, typed as day/month/year or chosen in the browser's own calendar. It is read when the field is left:
// what is no day, or not an allowed one, stays as it was typed, with an error under the field.
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import styles from './DateField.module.css'
import { type DayLimits, dayError, readDay, typedDay } from './day'
import { messages } from './messages'

/** Browsers below Chrome 99, Firefox 101 and Safari 16 cannot be asked to open theirs. */
const opensCalendar = 'showPicker' in HTMLInputElement.prototype

export function DateField(props: DateFieldProps) {
  const { value, onChange, onSettled, min, max, unreadable, error, ref, ...rest } = props
  // What stands in the field while it is typed in.
  const [typed, setTyped] = useState<string | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const wrong = typed === null ? dayError(value, { min, max }) : null
  const own = wrong === messages.kit.dayUnreadable ? (unreadable ?? wrong) : wrong
  const settle = (day: string) => {
    setTyped(null)
    onSettled?.(day)
  }
  return (
    <TextInput
      {...rest}
      ref={ref}
      inputMode="numeric"
      placeholder={messages.kit.dayPlaceholder}
      // An error of the form belongs to the day that was sent: it goes with the next key.
      error={error || own}
      value={typed ?? typedDay(value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(readDay(text) ?? text.trim())
      }}
      onBlur={() => settle(value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(value)
      }}
      rightSectionPointerEvents="all"
      rightSection={
        opensCalendar && (
          <>
            <input
              ref={calendar}
              type="date"
              tabIndex={-1}
              aria-hidden
              className={styles.calendar}
              value={readDay(value) ?? ''}
              min={min}
              max={max}
              onChange={(event) => {
                const day = event.currentTarget.value
                onChange(day)
                settle(day)
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={messages.kit.openCalendar(rest.label)}
              onClick={() => calendar.current?.showPicker()}
            >
              <CalendarDays size={18} aria-hidden />
            </ActionIcon>
          </>
        )
      }
    />
  )
}

type Shared =
  | 'description'
  | 'withAsterisk'
  | 'error'
  | 'size'
  | 'autoComplete'
  | 'ref'
  | 'className'

export interface DateFieldProps
  extends DayLimits,
    Pick<TextInputProps, Shared | 'inputWrapperOrder' | 'onFocusCapture'> {
  label: string
  /** `YYYY-MM-DD`, nothing, or a text that is no day, as it was typed. */
  value: string
  onChange: (value: string) => void
  /** Told the value when the field is left, at Enter, and when a day was chosen in the calendar. */
  onSettled?: (value: string) => void
  /** Said of a text that is no day, in the place of the general words. */
  unreadable?: string
}
