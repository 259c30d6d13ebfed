// Photographs of the working in a written answer: added from the camera or a file, kept on the device at
// once, and sent like an answer.
import { Button, Text } from '@mantine/core'
import { type ChangeEvent, useEffect, useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { compress } from '@/shared/attempt/photographs/compress'
import {
  MOST,
  type PhotographState,
  type Photographs as Queue,
  type Shown,
} from '@/shared/attempt/photographs/queue'
import { formatNumber } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { enlargeNamed } from '@/shared/ui/pictures'
import { useAttemptParts } from '../attemptContext'
import styles from './essay.module.css'
import { essayTexts } from './messages'

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
  const remove = (which: Shown, number: string) => {
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
            <Row
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

function Row({ photograph, number, link, onRemove }: RowProps) {
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

interface RowProps {
  photograph: Shown
  number: string
  link: PhotographState['link']
  onRemove: ((which: Shown, number: string) => void) | undefined
}

/** The address of the file: of this device's own, or of the server's. */
function useSource({ id, file, url }: Shown): string | undefined {
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

function stateOf({ state, why, inMemory }: Shown, link: PhotographState['link']): string {
  if (state === 'sent') return essayTexts.sent
  if (state === 'refused') return essayTexts.refused(why ?? '')
  if (link === 'signed-out') return essayTexts.signedOut
  if (link !== 'offline') return essayTexts.sending
  return inMemory ? essayTexts.inMemory : essayTexts.waiting
}
