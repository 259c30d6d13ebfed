// A country, or its dial code, chosen from a searchable list. The input itself is read-only (spec 1
// §5); list and countries load when it is first opened.
import { TextInput } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Country } from '@/shared/api/types'
import { ErrorState } from '@/shared/ui/ErrorState'
import { lazyPart } from '@/shared/ui/lazyPart'
import type { CountryDialogProps } from './CountryDialog'
import { messages } from './messages'
import styles from './person.module.css'

const CountryDialog = lazyPart<CountryDialogProps>(
  () => import('./CountryDialog').then((m) => m.CountryDialog),
  ({ again }) => <ErrorState message={messages.person.countriesFailed} onRetry={again} />,
)

export function CountryField({ label, withAsterisk, shown, error, ...choice }: CountryFieldProps) {
  // The typed character that opened the list starts the search.
  const [search, setSearch] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const openByKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const opens = ['Enter', ' ', 'ArrowDown'].includes(event.key)
    if (!opens && !/^[\p{L}\d]$/u.test(event.key)) return
    event.preventDefault()
    setSearch(opens ? '' : event.key)
  }
  const close = () => {
    setSearch(null)
    input.current?.focus()
  }
  return (
    <div>
      <TextInput
        ref={input}
        label={label}
        withAsterisk={withAsterisk ?? false}
        aria-required={withAsterisk ?? false}
        error={error}
        value={shown}
        readOnly
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={search !== null}
        size="md"
        classNames={{ input: styles.opens ?? '' }}
        rightSection={<ChevronDown size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        onClick={() => setSearch('')}
        onKeyDown={openByKey}
      />
      {search !== null && (
        <CountryDialog label={label} search={search} onClose={close} {...choice} />
      )}
    </div>
  )
}

interface CountryFieldProps {
  label: string
  withAsterisk?: boolean
  /** The text of the choice in the input. */
  shown: string
  isChosen: (country: Country) => boolean
  onChoose: (country: Country) => void
  error?: ReactNode
}
