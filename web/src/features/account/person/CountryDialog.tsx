// A full-height dialog with the list of countries, and a search by name or dial code. A native
// dialog, so that the browser keeps the focus inside.
import { ActionIcon, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { queryClient } from '@/shared/api/client'
import { countriesQuery, lastBirthday, personFactsQuery } from '@/shared/api/queries/countries'
import type { Country } from '@/shared/api/types'
import { formatDate } from '@/shared/i18n/format'
import { ErrorState, Loader } from '@/shared/ui/states'
import styles from './CountryDialog.module.css'
import { personTexts } from './PersonFields'

export function CountryDialog({ label, search, isChosen, onChoose, onClose }: CountryDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [text, setText] = useState(search)
  const [active, setActive] = useState<number | null>(null)
  const countries = useQuery(countriesQuery)
  const found = (countries.data ?? []).filter((country) => fits(country, text))
  const chosen = found.findIndex(isChosen)
  // Before the arrow keys are used: the first match of the search; without a search, the current
  // choice or the most common country.
  const first = chosen >= 0 ? chosen : found.findIndex(({ sortname }) => sortname === 'NG')
  const current = active ?? (text ? 0 : Math.max(first, 0))
  const idOf = ({ ref_id }: Country) => `${id}-${ref_id}`
  const activeId = found[current] && idOf(found[current])

  useEffect(() => {
    // Firefox before 98 and Safari before 15.4 have no dialogs: there it lies over the page by its style.
    const own: Partial<HTMLDialogElement> | null = dialog.current
    if (own?.showModal) own.showModal()
    else {
      dialog.current?.setAttribute('data-plain', '')
      dialog.current?.setAttribute('role', 'dialog')
    }
    input.current?.focus()
  }, [])
  useEffect(() => {
    if (!activeId) return
    const block = active === null ? 'center' : 'nearest'
    document.getElementById(activeId)?.scrollIntoView({ block })
  }, [activeId, active])

  const choose = (country: Country | undefined) => {
    if (country === undefined) return
    onChoose(country)
    onClose()
  }
  const move = (event: KeyboardEvent) => {
    const last = found.length - 1
    const to = {
      ArrowDown: Math.min(current + 1, last),
      ArrowUp: Math.max(current - 1, 0),
      PageDown: Math.min(current + 8, last),
      PageUp: Math.max(current - 8, 0),
    }[event.key]
    if (to !== undefined) setActive(to)
    else if (event.key === 'Enter') choose(found[current])
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onClose={onClose}
      // A click on the backdrop; keyboards use Escape.
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.box}>
        <div className={styles.head}>
          <Text fw={650}>{label}</Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={personTexts.close}
            onClick={onClose}
          >
            <X size={18} aria-hidden />
          </ActionIcon>
        </div>
        <TextInput
          ref={input}
          enterKeyHint="done"
          aria-label={personTexts.search}
          placeholder={personTexts.search}
          size="md"
          value={text}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          onChange={(event) => {
            setText(event.currentTarget.value)
            setActive(null)
          }}
          onKeyDown={move}
        />
        {countries.isError && (
          <ErrorState message={personTexts.countriesFailed} onRetry={() => countries.refetch()} />
        )}
        {countries.isPending && <Loader />}
        <Text role="status" c="dimmed" fz="sm">
          {countries.isSuccess && found.length === 0 && personTexts.noCountry}
        </Text>
        {found.length > 0 && (
          <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
            {found.map((country, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search's, which says where they stand.
              <div
                key={country.ref_id}
                id={idOf(country)}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                data-active={index === current || undefined}
                className={styles.country}
                onClick={() => choose(country)}
              >
                {country.name} <span>{personTexts.dialCode(country.phonecode)}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    </dialog>
  )
}

export interface CountryDialogProps {
  label: string
  /** The initial search. */
  search: string
  isChosen: (country: Country) => boolean
  onChoose: (country: Country) => void
  onClose: () => void
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Matches the beginning of any word of the name, the country code, or the dial code. */
function fits({ name, sortname, phonecode }: Country, text: string): boolean {
  const wanted = plain(text.trim())
  if (!wanted) return true
  if (/^\+?\d+$/.test(wanted)) return phonecode.startsWith(wanted.replace('+', ''))
  const own = plain(name)
  return own.startsWith(wanted) || own.includes(` ${wanted}`) || plain(sortname) === wanted
}

/**
 * The latest allowed date of birth. In the file of the countries, because the server sends both in
 * one response.
 */
export async function birthLimit() {
  const { minAgeDays } = await queryClient.fetchQuery(personFactsQuery)
  const max = lastBirthday(minAgeDays)
  return { max, description: personTexts.bornBy(formatDate(max)) }
}
