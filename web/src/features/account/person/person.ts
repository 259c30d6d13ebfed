// Personal data as form values.
import { mobileNumber } from '@/shared/api/mobileNumber'
import type { Profile, User } from '@/shared/api/types'
import { readDay } from '@/shared/ui/day'
import { personTexts } from './messages'

export type Person = {
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
