// A row of maths keys for a written answer. A press writes at the caret and leaves the field in focus, so
// that a phone's keyboard stays open.
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { tryStorage } from '@/shared/device/tryStorage'
import styles from './essay.module.css'
import { greekKeys, type MathsKey, mathsKeys, setKeys, write } from './mathsKeys'
import { essayTexts } from './messages'

/** Whether the student wants the keys; not stored before they said so. */
const CHOICE = 'sabi.mathsKeys'

export function MathsKeys({ field, isMaths }: MathsKeysProps) {
  const [shown, setShown] = useState(() => {
    const choice = tryStorage(() => localStorage.getItem(CHOICE))
    return choice ? choice === 'on' : isMaths
  })
  const [more, setMore] = useState<'greek' | 'sets' | null>(null)
  const toggle = () => {
    tryStorage(() => localStorage.setItem(CHOICE, shown ? 'off' : 'on'))
    setShown(!shown)
  }
  const open = (which: 'greek' | 'sets') => () => setMore(more === which ? null : which)
  return (
    <div className={styles.keys}>
      <div className={styles.head}>
        <Fold face={essayTexts.mathsKeys} open={shown} onPress={toggle} />
        {shown && (
          <>
            <Fold
              face="αβγ"
              label={essayTexts.greek}
              open={more === 'greek'}
              onPress={open('greek')}
            />
            <Fold face="∪∩" label={essayTexts.sets} open={more === 'sets'} onPress={open('sets')} />
          </>
        )}
      </div>
      {shown && (
        <>
          <Row label={essayTexts.mathsKeys} keys={mathsKeys} field={field} />
          {more === 'greek' && <Row label={essayTexts.greek} keys={greekKeys} field={field} />}
          {more === 'sets' && <Row label={essayTexts.sets} keys={setKeys} field={field} />}
        </>
      )}
    </div>
  )
}

interface MathsKeysProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Whether the subject needs them, as far as its name tells. */
  isMaths: boolean
}

/** A press must not take the focus, and with it the keyboard of a phone, from the field. */
const stay = (event: { preventDefault: () => void }) => event.preventDefault()

function Row({ label, keys, field }: RowProps) {
  const press = (key: MathsKey) => {
    const { current } = field
    if (current === null || current.disabled) return
    const { value, selectionStart: start, selectionEnd: end } = current
    write(current, key.press({ value, start, end }))
  }
  return (
    <div role="toolbar" aria-label={label} className={styles.row} onKeyDown={walk}>
      {keys.map((key, place) => (
        <button
          key={key.name}
          type="button"
          className={styles.key}
          aria-label={key.name}
          title={key.name}
          // One stop for the Tab key; arrows reach the others.
          tabIndex={place === 0 ? 0 : -1}
          onPointerDown={stay}
          onClick={() => press(key)}
        >
          {key.face}
        </button>
      ))}
    </div>
  )
}

interface RowProps {
  label: string
  keys: readonly MathsKey[]
  field: RefObject<HTMLTextAreaElement | null>
}

const Fold = ({ face, label, open, onPress }: FoldProps) => (
  <button
    type="button"
    className={styles.key}
    aria-label={label}
    title={label}
    aria-expanded={open}
    onPointerDown={stay}
    onClick={onPress}
  >
    {face}
  </button>
)

interface FoldProps {
  face: string
  label?: string
  open: boolean
  onPress: () => void
}

/** The arrow keys, Home and End, as in any toolbar. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll('button')]
  const at = all.indexOf(event.target as HTMLButtonElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  all[(to + all.length) % all.length]?.focus()
}
