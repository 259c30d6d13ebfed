// How the back-office counts things, whose words are English.
import { plural } from '@/i18n/format'

/** "1 question", "2 questions". */
export const count = (n: number, noun: string) =>
  plural({ one: `{n} ${noun}`, other: `{n} ${noun}s` }, n)
