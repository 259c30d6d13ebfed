// A day, typed as day/month/year or chosen in the browser's calendar. It is read when the field
// loses the focus: a text that is not a day, or not an allowed one, stays as typed, with an error
// below the field.
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { Calendar } from 'lucide-react'
import { useRef, useState } from 'react'
import { dayTexts } from '@/shared/i18n/common'
import { type DayLimits, dayError, readDay, typedDay } from './day'

/**
 * Chrome before 99, Firefox before 101 and Safari before 16 cannot open their calendar by script.
 */
const opensCalendar = 'showPicker' in HTMLInputElement.prototype

export function DateField(props: DateFieldProps) {
  const { value, onChange, onSettled, min, max, unreadable, error, ref, ...rest } = props
  // The text in the field while the user types.
  const [typed, setTyped] = useState<string | null>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const wrong = typed === null ? dayError(value, { min, max }) : null
  const own = wrong === dayTexts.dayUnreadable ? (unreadable ?? wrong) : wrong
  const settle = (day: string) => {
    setTyped(null)
    onSettled?.(day)
  }
  return (
    <TextInput
      {...rest}
      ref={ref}
      inputMode="numeric"
      placeholder={dayTexts.dayPlaceholder}
      // The form's error is about the day that was sent: the next key removes it.
      error={error || own}
      value={typed ?? typedDay(value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(readDay(text) ?? text.trim())
      }}
      onBlur={() => afterPress(() => settle(value))}
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
              style={hidden}
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
              aria-label={dayTexts.openCalendar(rest.label)}
              onClick={() => calendar.current?.showPicker()}
            >
              <Calendar size={18} aria-hidden />
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
  | 'aria-required'
  | 'error'
  | 'size'
  | 'autoComplete'
  | 'ref'
  | 'className'

export interface DateFieldProps
  extends DayLimits,
    Pick<TextInputProps, Shared | 'inputWrapperOrder' | 'onFocusCapture'> {
  label: string
  /** `YYYY-MM-DD`, an empty text, or the typed text if it is not a day. */
  value: string
  onChange: (value: string) => void
  /**
   * Called with the value when the field loses the focus, at Enter, and when a day was chosen in
   * the calendar.
   */
  onSettled?: (value: string) => void
  /** Error for a text that is not a day, instead of the usual one. */
  unreadable?: string
}

/** Used only for its calendar, which opens at its position. */
const hidden = {
  border: 0,
  inset: 'auto 0 0 auto',
  opacity: 0,
  pointerEvents: 'none',
  position: 'absolute',
  width: 1,
} as const

const waiting: (() => void)[] = []
let isPressed = false

window.addEventListener('mousedown', () => setPressed(true), true)
// After a drag there is no mouseup. The click of a press comes first.
for (const end of ['mouseup', 'dragend', 'pointercancel'])
  window.addEventListener(end, () => setTimeout(setPressed, 0, false), true)

/**
 * What appears while a button is pressed can move the button away, so that the press does nothing.
 */
function setPressed(is: boolean) {
  isPressed = is
  if (!is) for (const act of waiting.splice(0)) act()
}

/** Calls back when the press that is under way has ended; at once without one. */
function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
