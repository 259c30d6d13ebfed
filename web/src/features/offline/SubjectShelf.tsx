// The years of a subject: each with its size and age, and what can be done with it.
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '@/shared/api/types'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatDate, formatNumber, plural } from '@/shared/i18n/format'
import { remove, sum } from '@/shared/offline/shelf'
import type { PackEntry } from '@/shared/offline/types'
import { Disclosure } from '@/shared/ui/Disclosure'
import { notify } from '@/shared/ui/notify'
import { sizeText } from './cost'
import { shelfKey } from './downloads'
import { offlineTexts } from './messages'
import styles from './offline.module.css'
import { isThere, type Row, type SubjectRows, toFetch, within } from './rows'

export function SubjectShelf({ user, subject, fetch, left }: SubjectShelfProps) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const away = useMutationOnce({
    mutationFn: (ids: string[]) => remove(user._id, ids),
    onSuccess: () => client.invalidateQueries({ queryKey: shelfKey(user._id) }),
    onError: () => notify.error(offlineTexts.refused),
  })
  const { title, rows } = subject
  const there = rows.filter(isThere)
  const missing = toFetch(rows, ['missing', 'evicted'])
  const name = offlineTexts.subject(title, formatNumber(there.length), formatNumber(rows.length))
  const fits = within(missing, left)
  return (
    <Disclosure name={name} open={open} onToggle={() => setOpen(!open)}>
      {open && (
        <>
          <Group gap="xs" mb="xs">
            {fetch && missing.length > 1 && (
              <Button
                size="xs"
                variant="light"
                disabled={fits.length === 0}
                aria-label={offlineTexts.downloadSubjectOf(title, sizeText(sum(missing)))}
                onClick={() => fetch(fits)}
              >
                {offlineTexts.downloadSubject(sizeText(sum(missing)))}
              </Button>
            )}
            {there.length > 1 && (
              <Button
                size="xs"
                variant="default"
                loading={away.isPending}
                aria-label={offlineTexts.removeSubjectOf(title)}
                onClick={() => away.mutate(there.map(({ id }) => id))}
              >
                {offlineTexts.removeSubject}
              </Button>
            )}
          </Group>
          <ul className={styles.list}>
            {rows.map((row) => (
              <Year
                key={row.id}
                row={row}
                fetch={fetch}
                onRemove={away.isPending ? null : () => away.mutate([row.id])}
              />
            ))}
          </ul>
        </>
      )}
    </Disclosure>
  )
}

interface SubjectShelfProps {
  user: User
  subject: SubjectRows
  /** Null where nothing can be downloaded now. */
  fetch: ((entries: PackEntry[]) => void) | null
  /** The questions that may still be downloaded today; null without a limit. */
  left: number | null
}

function Year({ row, fetch, onRemove }: YearProps) {
  const { subject, state, entry, locked, held } = row
  const year = String(row.year)
  const canFetch = fetch && entry && !locked && state !== 'there'
  const isUpdate = state === 'outdated'
  return (
    <li>
      <div className={styles.what}>
        {offlineTexts.year(
          year,
          plural(offlineTexts.questions, row.questions),
          sizeText(row.bytes),
        )}
        {textOf(row).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      {canFetch && (
        <Button
          size="xs"
          variant="light"
          aria-label={(isUpdate ? offlineTexts.updateOf : offlineTexts.downloadOf)(
            subject.title,
            year,
          )}
          onClick={() => fetch([entry])}
        >
          {isUpdate ? offlineTexts.update : offlineTexts.download}
        </Button>
      )}
      {held && (
        <Button
          size="xs"
          variant="default"
          disabled={!onRemove}
          aria-label={offlineTexts.removeOf(subject.title, year)}
          onClick={onRemove ?? undefined}
        >
          {offlineTexts.remove}
        </Button>
      )}
    </li>
  )
}

interface YearProps {
  row: Row
  fetch: ((entries: PackEntry[]) => void) | null
  /** Null while something is being removed. */
  onRemove: (() => void) | null
}

function textOf({ state, held, locked }: Row): string[] {
  const texts: string[] = []
  if (state === 'evicted') texts.push(offlineTexts.gone)
  if (held && state === 'there') texts.push(offlineTexts.since(formatDate(held.downloadedAt)))
  if (held && state === 'outdated') texts.push(offlineTexts.outdated(formatDate(held.downloadedAt)))
  if (locked) texts.push(offlineTexts.locked)
  return texts
}
