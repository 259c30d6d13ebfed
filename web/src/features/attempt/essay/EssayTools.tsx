// The tools of a written answer: maths keys, and photographs of the working. They are fetched with a test
// that has written answers. Without them the answer can be written all the same.
import { Button, Text } from '@mantine/core'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { compress } from '@/shared/attempt/photographs/compress'
import {
  createPhotographs,
  MOST,
  type PhotographState,
  type PhotographView,
  type Photographs as Queue,
} from '@/shared/attempt/photographs/queue'
import type { Test } from '@/shared/attempt/run'
import { tryStorage } from '@/shared/device/tryStorage'
import { formatNumber, plural } from '@/shared/i18n/format'
import { cookieOwner } from '@/shared/session/useSession'
import { notify } from '@/shared/ui/notify'
import { enlargeNamed } from '@/shared/ui/pictures'
import { useAttemptParts, useTest } from '../attemptContext'
import styles from './essay.module.css'
import { greekKeys, isMathsSubject, type MathsKey, mathsKeys, setKeys, write } from './mathsKeys'

export const essayTexts = {
  mathsKeys: 'Maths keys',
  greek: 'Greek letters',
  sets: 'Sets and logic',
  photographs: 'Photos of your working',
  photographsHint: 'Up to three. Only you and the people who grade your answer see them.',
  take: 'Take a photo',
  choose: 'Choose a photo',
  preparing: 'Preparing the photo…',
  photograph: (n: string) => `Photo ${n}`,
  removeIt: 'Remove',
  remove: (n: string) => `Remove photo ${n}`,
  sent: 'Sent',
  sending: 'Sending…',
  waiting: 'Kept on this device until you are back online.',
  inMemory: 'Kept in this window only. Do not close it before it is sent.',
  signedOut: 'Kept on this device until you log in again.',
  refused: (why: string) => `Not sent: ${why}`,
  added: (n: string) => `Photo ${n} added.`,
  removed: (n: string) => `Photo ${n} removed.`,
  notAPicture: 'This file cannot be used. Take a photo, or choose a picture.',
  full: 'This answer has three photos. Remove one to add another.',
  seeThem: 'See my photos.',
  lost: {
    one: '{n} photo did not reach Sabi in time, so it does not count.',
    other: '{n} photos did not reach Sabi in time, so they do not count.',
  },
}

export interface EssayToolsProps {
  /** The question that is answered. */
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  /** Whether the answer cannot be changed any more. */
  settled: boolean
}

/** Above the field: there a phone's keyboard does not cover them. */
export function AnswerKeys({ id, field, settled }: EssayToolsProps) {
  const { paper } = useAttemptParts()
  const subject = paper.items.get(id)?.section.subject.title ?? ''
  return !settled && <MathsKeys field={field} isMaths={isMathsSubject(subject)} />
}

/** Below the field. */
export function AnswerPhotographs({ id, field, settled }: EssayToolsProps) {
  const { test, attempt } = useAttemptParts()
  const revealed = useTest((state) => id in state.revealed)
  const queue = queueOf(attempt._id, test.user)
  useEffect(() => void queue.look(), [queue])
  useEffect(() => keepAnswered(test, queue, id, field.current), [test, queue, id, field])
  return (
    <Photographs
      theory={id}
      queue={queue}
      // Once the model answer was seen, the server takes none.
      settled={settled || revealed}
    />
  )
}

/**
 * Lets an answer that is photographs alone count as answered, with words that say where to look: as soon as one is
 * added, and when an empty field is left. Takes these words back with the last photograph. Returns a function that stops it.
 */
function keepAnswered(test: Test, queue: Queue, id: string, field: HTMLElement | null) {
  const words = essayTexts.seeThem
  const count = () => queue.store.getState().shown.filter(({ theory }) => theory === id).length
  const text = () => test.store.getState().outbox.answers[id]?.value?.trim() ?? ''
  const point = () => {
    if (count() > 0 && text() === '') test.answer(id, 'theory', words)
  }
  let before = count()
  const stop = queue.store.subscribe(() => {
    const now = count()
    if (now > before) point()
    if (now === 0 && before > 0 && text() === words) test.answer(id, 'theory', '')
    before = now
  })
  field?.addEventListener('blur', point)
  return () => {
    stop()
    field?.removeEventListener('blur', point)
  }
}

const queues = new Map<string, Queue>()

function queueOf(attempt: string, user: string): Queue {
  const key = `${attempt} ${user}`
  const queue = queues.get(key) ?? createPhotographs({ attempt, user, owner: cookieOwner })
  queues.set(key, queue)
  return queue
}

/** Sends the photographs of an open test until its window goes; its submission waits for them. */
export function sendPhotographs(test: Test, attempt: string): void {
  const queue = queueOf(attempt, test.user)
  let over = false
  const changed = () => {
    const { ended, started } = test.store.getState()
    if (over || (ended === null && started)) return
    over = true
    stop()
    if (ended === null) return queue.stop()
    void queue.finish(ended.how === 'cancelled').then((lost) => {
      if (lost > 0) notify.error(plural(essayTexts.lost, lost))
    })
  }
  const stop = test.store.subscribe(changed)
  test.beforeSubmit(queue.beforeSubmit)
  // Must be there without a connection, too.
  void import('@/shared/ui/EnlargedDialog').catch(() => undefined)
  void queue.start()
  changed()
}

/** Whether the student wants the keys; not stored before they said so. */
const CHOICE = 'sabi.mathsKeys'

/**
 * A row of maths keys for a written answer. A press writes at the caret and leaves the field in focus, so
 * that a phone's keyboard stays open.
 */
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
        <ToggleButton face={essayTexts.mathsKeys} open={shown} onPress={toggle} />
        {shown && (
          <>
            <ToggleButton
              face="αβγ"
              label={essayTexts.greek}
              open={more === 'greek'}
              onPress={open('greek')}
            />
            <ToggleButton
              face="∪∩"
              label={essayTexts.sets}
              open={more === 'sets'}
              onPress={open('sets')}
            />
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

const ToggleButton = ({ face, label, open, onPress }: ToggleButtonProps) => (
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

interface ToggleButtonProps {
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

/**
 * Photographs of the working in a written answer: added from the camera or a file, kept on the device at
 * once, and sent like an answer.
 */
export function Photographs({ theory, queue, settled }: PhotographsProps) {
  const { announce } = useAttemptParts()
  const id = useId()
  const all = useStore(queue.store, ({ shown }) => shown)
  const link = useStore(queue.store, (state) => state.link)
  const own = useMemo(() => all.filter((one) => one.theory === theory), [all, theory])
  const [preparing, setPreparing] = useState(false)
  const isFull = own.length >= MOST

  const add = async (files: File[]) => {
    setPreparing(true)
    const room = MOST - own.length
    try {
      for (const [place, file] of files.slice(0, room).entries()) {
        await queue.add(theory, () => compress(file))
        announce(essayTexts.added(formatNumber(own.length + place + 1)))
      }
      if (files.length > room) notify.info(essayTexts.full)
    } catch {
      notify.error(essayTexts.notAPicture)
    }
    setPreparing(false)
  }
  const remove = (which: PhotographView, number: string) => {
    void queue.remove(which.id)
    announce(essayTexts.removed(number))
  }

  if (settled && own.length === 0) return null
  return (
    <fieldset className={styles.photographs} aria-describedby={id}>
      <Text component="legend" fw={600} fz="sm">
        {essayTexts.photographs}
      </Text>
      <Text id={id} fz="sm" c="dimmed">
        {isFull ? essayTexts.full : essayTexts.photographsHint}
      </Text>
      {own.length > 0 && (
        <ol className={styles.list}>
          {own.map((one, place) => (
            <PhotographRow
              key={one.id}
              photograph={one}
              number={formatNumber(place + 1)}
              link={link}
              onRemove={settled ? undefined : remove}
            />
          ))}
        </ol>
      )}
      {!settled && !isFull && (
        <div className={styles.add}>
          <Pick label={essayTexts.take} camera busy={preparing} onPick={add} />
          <Pick label={essayTexts.choose} busy={preparing} onPick={add} />
        </div>
      )}
      {preparing && (
        <Text role="status" fz="sm" mt="xs">
          {essayTexts.preparing}
        </Text>
      )}
    </fieldset>
  )
}

interface PhotographsProps {
  /** The question that is answered. */
  theory: string
  queue: Queue
  /** Whether the answer cannot be changed any more. */
  settled: boolean
}

/** A button that opens the camera or the device's files. */
function Pick({ label, camera = false, busy, onPick }: PickProps) {
  const picked = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const files = [...(input.files ?? [])]
    // So that the same file can be chosen again.
    input.value = ''
    if (files.length > 0) onPick(files)
  }
  return (
    <span
      className={camera ? `${styles.pick} ${styles.camera}` : styles.pick}
      data-off={busy || undefined}
    >
      <Button component="span" variant="default" size="compact-md" h={40} aria-hidden tabIndex={-1}>
        {label}
      </Button>
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        capture={camera ? 'environment' : undefined}
        multiple={!camera}
        disabled={busy}
        onChange={picked}
      />
    </span>
  )
}

interface PickProps {
  label: string
  camera?: boolean
  busy: boolean
  onPick: (files: File[]) => void
}

function PhotographRow({ photograph, number, link, onRemove }: PhotographRowProps) {
  const src = useSource(photograph)
  return (
    <li>
      {src && (
        <button
          type="button"
          data-enlarge
          aria-label={enlargeNamed(essayTexts.photograph(number))}
          className={styles.thumb}
        >
          <img src={src} alt={essayTexts.photograph(number)} decoding="async" />
        </button>
      )}
      <span className={styles.state} data-state={photograph.state}>
        {stateOf(photograph, link)}
      </span>
      {onRemove && (
        <Button
          variant="default"
          size="compact-md"
          h={40}
          aria-label={essayTexts.remove(number)}
          onClick={() => onRemove(photograph, number)}
        >
          {essayTexts.removeIt}
        </Button>
      )}
    </li>
  )
}

interface PhotographRowProps {
  photograph: PhotographView
  number: string
  link: PhotographState['link']
  onRemove: ((which: PhotographView, number: string) => void) | undefined
}

/** The address of the file: of this device's own, or of the server's. */
function useSource({ id, file, url }: PhotographView): string | undefined {
  const [own, setOwn] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file of an id never changes
  useEffect(() => {
    if (file === null) return
    const address = URL.createObjectURL(new Blob([file], { type: 'image/jpeg' }))
    setOwn(address)
    return () => URL.revokeObjectURL(address)
  }, [id, file === null])
  return file === null ? url : own
}

function stateOf({ state, why, inMemory }: PhotographView, link: PhotographState['link']): string {
  if (state === 'sent') return essayTexts.sent
  if (state === 'refused') return essayTexts.refused(why ?? '')
  if (link === 'signed-out') return essayTexts.signedOut
  if (link !== 'offline') return essayTexts.sending
  return inMemory ? essayTexts.inMemory : essayTexts.waiting
}
