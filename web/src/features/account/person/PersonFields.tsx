// The fields about a person, for registration and profile.
import { InputBase, Stack, TextInput } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Country, Profile, User } from '@/shared/api/types'
import { mobileNumber } from '@/shared/i18n/format'
import { DateField } from '@/shared/ui/DateField'
import { readDay } from '@/shared/ui/day'
import { lazyPart } from '@/shared/ui/lazyPart'
import { ErrorState } from '@/shared/ui/states'
import type { CountryDialogProps } from './CountryDialog'
import styles from './person.module.css'

export const personTexts = {
  firstName: 'First name',
  lastName: 'Last name',
  country: 'Country',
  mobileCode: 'Dial code',
  mobileNumber: 'Mobile number',
  gender: 'Gender',
  male: 'Male',
  female: 'Female',
  notSaid: 'Not given',
  birth: 'Date of birth',
  birthUnreadable: 'Enter your date of birth as day/month/year.',
  bornBy: (day: string) => `${day} or earlier`,
  dialCode: (code: string) => `+${code}`,
  search: 'Search countries',
  noCountry: 'No country found.',
  countriesFailed: 'The countries could not be loaded. Check your connection and try again.',
  close: 'Close',
}

/**
 * A country, or its dial code, chosen from a searchable list. The input itself is read-only (spec
 * 1 §5); list and countries load when it is first opened.
 */
const CountryDialog = lazyPart<CountryDialogProps>(
  () => import('./CountryDialog').then((m) => m.CountryDialog),
  ({ again }) => <ErrorState message={personTexts.countriesFailed} onRetry={again} />,
)

function CountryField({ label, withAsterisk, shown, error, ...choice }: CountryFieldProps) {
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

/** First and last name. */
export function NameFields({ field }: Pick<DetailFieldsProps, 'field'>) {
  return (
    <div className={styles.pair}>
      <TextInput
        label={personTexts.firstName}
        withAsterisk
        aria-required
        autoComplete="given-name"
        size="md"
        {...field('first_name')}
      />
      <TextInput
        label={personTexts.lastName}
        withAsterisk
        aria-required
        autoComplete="family-name"
        size="md"
        {...field('last_name')}
      />
    </div>
  )
}

/** Country, mobile number, gender and date of birth. */
export function DetailFields({ values, field, set, required }: DetailFieldsProps) {
  const [limit, setLimit] = useState<{ max: string; description: string }>()
  // Without the limit, only the server can tell that somebody is too young.
  const askLimit = () =>
    void import('./CountryDialog').then((m) => m.birthLimit()).then(setLimit, () => undefined)
  return (
    <Stack gap="md">
      <CountryField
        label={personTexts.country}
        withAsterisk={required ?? false}
        shown={values.nationality}
        isChosen={({ name }) => name === values.nationality}
        onChoose={({ name, phonecode }) => {
          set('nationality', name)
          // Most people have a number of their country.
          if (!values.mobile_number) set('mobile_code', phonecode)
          askLimit()
        }}
        error={field('nationality').error}
      />
      <div className={styles.phone}>
        <CountryField
          label={personTexts.mobileCode}
          shown={values.mobile_code && personTexts.dialCode(values.mobile_code)}
          isChosen={({ phonecode }) => phonecode === values.mobile_code}
          onChoose={({ phonecode }) => set('mobile_code', phonecode)}
          error={field('mobile_code').error}
        />
        <TextInput
          label={personTexts.mobileNumber}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          size="md"
          {...field('mobile_number')}
        />
      </div>
      <div className={styles.pair} data-long>
        <InputBase
          component="select"
          label={personTexts.gender}
          autoComplete="sex"
          size="md"
          pointer
          rightSection={<ChevronDown size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          {...field('gender')}
        >
          <option value="">{personTexts.notSaid}</option>
          <option value="F">{personTexts.female}</option>
          <option value="M">{personTexts.male}</option>
        </InputBase>
        <DateField
          label={personTexts.birth}
          unreadable={personTexts.birthUnreadable}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...limit}
          size="md"
          value={values.dob}
          onChange={field('dob').onChange}
          error={field('dob').error}
          onFocusCapture={askLimit}
        />
      </div>
    </Stack>
  )
}

interface DetailFieldsProps {
  values: Person
  /** The props that the form gives to the input with this name. */
  // biome-ignore lint/suspicious/noExplicitAny: as Mantine types it, for an input of any kind.
  field: (name: keyof Person) => any
  set: (name: 'nationality' | 'mobile_code', value: string) => void
  /** Whether the country is required. */
  required?: boolean
}

// Personal data as form values.

type Person = {
  first_name: string
  last_name: string
  nationality: string
  mobile_code: string
  mobile_number: string
  gender: 'M' | 'F' | ''
  /** `YYYY-MM-DD`, empty, or invalid text as typed. */
  dob: string
}

/** The initial values of registration: Nigeria and its dial code (spec 1 §9). */
export const emptyPerson: Person = {
  first_name: '',
  last_name: '',
  nationality: 'Nigeria',
  mobile_code: '234',
  mobile_number: '',
  gender: '',
  dob: '',
}

export const personOf = (user: User): Person => ({
  first_name: user.first_name,
  last_name: user.last_name,
  nationality: user.nationality,
  mobile_code: user.mobile_code || emptyPerson.mobile_code,
  mobile_number: user.mobile_number,
  gender: user.gender ?? '',
  dob: user.dob ?? '',
})

/** The error of an invalid date of birth. */
export const checkBirth = (dob: string) =>
  dob === '' || readDay(dob) ? null : personTexts.birthUnreadable

/** Converts the form values to the server's format. */
export const profileOf = (person: Person): Required<Omit<Profile, 'email'>> => ({
  first_name: person.first_name,
  last_name: person.last_name,
  nationality: person.nationality,
  mobile_code: person.mobile_code,
  mobile_number: mobileNumber(person.mobile_number),
  gender: person.gender || null,
  dob: person.dob || null,
})
