// A catalogue is in English at once, and in another language once that was chosen.
import { afterEach, expect, it } from 'vitest'
import { catalogue, chooseLanguage, type Translation, translated } from './catalogue'
import {
  formatDateTime,
  formatMinutes,
  formatNewsDate,
  formatNumber,
  formatPercent,
  formatSeconds,
  letterOf,
  plural,
} from './format'
import { type Language, language, languageKey, languages } from './language'

const english = {
  hello: 'Hello',
  saved: (time: string) => `Saved ${time}`,
  answers: { one: '{n} answer', other: '{n} answers' },
}
const french: Translation<typeof english> = {
  hello: 'Bonjour',
  saved: (time) => `Enregistré à ${time}`,
  answers: { one: '{n} réponse', other: '{n} réponses' },
}
const others = { fr: async () => ({ default: french }) }

const fr = 'fr' as Language
Object.assign(languages, { fr: 'Français' })
afterEach(() => chooseLanguage('en'))

it('turns what was loaded before, remembers the choice, and turns back', async () => {
  const words = catalogue(english, others)
  expect(words.hello).toBe('Hello')
  await chooseLanguage(fr)
  expect(words.hello).toBe('Bonjour')
  expect(words.saved('12:03')).toBe('Enregistré à 12:03')
  expect(document.documentElement.lang).toBe('fr')
  expect(localStorage.getItem(languageKey)).toBe('fr')
  await chooseLanguage('en')
  expect(words.hello).toBe('Hello')
})

it('has what is loaded later in the language before it is shown', async () => {
  await chooseLanguage(fr)
  const words = catalogue(english, others)
  await translated()
  expect(words.hello).toBe('Bonjour')
})

it('stays in English where the other language cannot be fetched', async () => {
  await chooseLanguage(fr)
  const words = catalogue(english, { fr: () => Promise.reject(new TypeError('Failed to fetch')) })
  await translated()
  expect(words.hello).toBe('Hello')
  expect(language()).toBe('fr')
})

it('forms dates, numbers and plurals as the language does', async () => {
  const words = catalogue(english, others)
  const time = '2026-03-05T14:30:00'
  expect(formatDateTime(time)).toBe('05 Mar 2026, 14:30')
  expect([formatNumber(1234.567), formatPercent(66.666)]).toEqual(['1,234.57', '66.67%'])
  expect([0, 1, 2].map((n) => plural(words.answers, n))).toEqual([
    '0 answers',
    '1 answer',
    '2 answers',
  ])
  await chooseLanguage(fr)
  expect(formatDateTime(time)).toBe('05 mars 2026, 14:30')
  expect(formatNumber(1234.567)).toMatch(/^1\s234,57$/)
  // French has none of anything in the singular.
  expect([0, 1, 2].map((n) => plural(words.answers, n))).toEqual([
    '0 réponse',
    '1 réponse',
    '2 réponses',
  ])
})

it('dates news with the month in three letters and a comma', () => {
  expect(formatNewsDate('2026-03-05T14:30:00')).toBe('05 Mar, 2026')
  expect(formatNewsDate('2025-09-21T14:30:00')).toBe('21 Sep, 2025')
})

it.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
  [119.6, '2 h'],
])('%d minutes read %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text))

it.each([
  [8, '8 s'],
  [59.7, '1 min'],
  [119.6, '2 min'],
  [750, '12 min 30 s'],
  [3599.6, '1 h'],
  [3900, '1 h 5 min'],
  [7199, '2 h'],
])('%d seconds read %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text))

it('letters options from A', () => expect([0, 3, 4].map(letterOf)).toEqual(['A', 'D', 'E']))

it('is refused by the compiler where a text is missing or takes something else', () => {
  // @ts-expect-error answers are missing
  const lacking: Translation<typeof english> = { hello: 'Bonjour', saved: () => '' }
  const wrong: Translation<typeof english> = {
    ...french,
    // @ts-expect-error the English takes a text
    saved: (time: number) => `${time}`,
  }
  expect([lacking, wrong]).toHaveLength(2)
})
