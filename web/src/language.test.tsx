// Every screen in a second language, which is English between brackets: whatever is shown
// without them is a text that no translator would get to see.
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage, onLanguage } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from '@/i18n/common.en'
import { type Language, language, languageKey, languages } from '@/i18n/language'
import { useFlow } from '@/stores/flow'
import { answers, chosen } from '@/testing/everything'
import { fakeApi } from '@/testing/fakeApi'
import { renderApp, renderStudent } from '@/testing/renderApp'

const bracketed = vi.hoisted(() => {
  type Words = Record<string, unknown>
  const inBrackets = (text: unknown): unknown =>
    typeof text === 'function'
      ? (...values: unknown[]) => `⟦${text(...values)}⟧`
      : typeof text === 'string'
        ? `⟦${text}⟧`
        : bracketed(text as Words)
  const bracketed = (words: Words): Words =>
    Object.fromEntries(Object.entries(words).map(([name, text]) => [name, inBrackets(text)]))
  return bracketed
})
vi.mock('@/i18n/catalogue', async (original) => {
  const real = await original<typeof import('@/i18n/catalogue')>()
  const catalogue = (english: Record<string, string>, others: object) =>
    real.catalogue(english, {
      ...others,
      'en-x-brackets': async () => ({ default: bracketed(english) }),
    })
  return { ...real, catalogue }
})

const brackets = 'en-x-brackets' as Language
Object.assign(languages, { [brackets]: 'Brackets' })
// Loaded before the second language was there.
onLanguage(() => {
  Object.assign(common, language() === brackets ? bracketed(english) : english)
})

/** What was not written by us: names, titles and questions of the rows above. */
const data = new RegExp(
  [
    ...['Adaeze Okonkwo', 'Adaeze', 'JAMB UTME', 'JAMB', 'JU', 'BECE', 'WASSCE', 'Mathematics'],
    ...['Physics', 'Algebra', 'Indices', 'Study', 'Mock', 'Sciences', 'Medicine', 'Gold', 'Paid'],
    ...['₦', 'unheard-of', 'Every subject'],
    ...['Use of English', 'Biology', 'Practice', 'Stem (of )?\\w+', 'Explain \\w+'],
    ...[
      'Option \\w+( of \\w+)?',
      'Because \\d+',
      'A trader of Kano',
      'quiz1',
      'Brackets',
      'English',
    ],
    ...['[A-Z][a-z]{2} \\d\\d, \\d{4}(, \\d\\d:\\d\\d [AP]M)?', '\\b[A-E]\\b', 'Sabi'],
  ].join('|'),
  'g',
)

/** The words on screen, for eyes and for screen readers, that are in no brackets. */
function untranslated(): string[] {
  const found = [document.title]
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('style, script')) continue
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
    }
    for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext']) {
      found.push(element.getAttribute(name) ?? '')
    }
  }
  return found.filter((text) => /\p{L}/u.test(withoutBrackets(text).replace(data, '')))
}

function withoutBrackets(text: string): string {
  const inner = /⟦[^⟦⟧]*⟧/g
  if (inner.test(text)) return withoutBrackets(text.replace(inner, ''))
  // A text with an element in it is in several pieces.
  return text.replace(/⟦.*$|^.*⟧/, '')
}

const atRest = () =>
  waitFor(() => {
    expect(document.body.textContent).toContain('⟦')
    expect(screen.queryByText('⟦Please Wait...⟧')).toBeNull()
    // What failed shows nothing of what is to be read.
    expect(screen.queryByRole('button', { name: '⟦Try again⟧' })).toBeNull()
  })

beforeEach(() => void fakeApi(answers))
afterEach(() => chooseLanguage('en'))

it('is chosen in the frame, remembered, and spoken by screens that come later', async () => {
  const router = renderStudent('/dashboard')
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Language' }),
    'Brackets',
  )
  expect(await screen.findByRole('heading', { name: '⟦Dashboard⟧' })).toBeVisible()
  expect(document.documentElement.lang).toBe(brackets)
  expect(localStorage.getItem(languageKey)).toBe(brackets)
  await act(() => router.navigate('/results'))
  expect(await screen.findByRole('heading', { name: '⟦Results⟧' })).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '⟦Language⟧' }), 'English')
  expect(await screen.findByRole('heading', { name: 'Results' })).toBeVisible()
})

describe('every word is translated', () => {
  beforeEach(() => chooseLanguage(brackets))

  it.each(['/', '/news', '/faqs', '/contact-us', '/login', '/admin/login', '/nowhere'])(
    'at %s',
    async (path) => {
      renderApp(path)
      await atRest()
      expect(untranslated()).toEqual([])
    },
  )

  it.each([
    '/dashboard',
    '/exams',
    '/subscription',
    '/subscription?reference=unheard-of',
    '/subscription-plans',
    '/my-subscriptions',
    '/categories',
    '/category-courses',
    '/course-subjects',
    '/saved-subjects',
    '/saved-subjects-update',
    '/saved-exams',
    '/exam-type',
    '/mode-of-assessment',
    '/registered-subjects',
    '/select-subject-topic',
    '/start-exam',
    '/calculator',
    '/results',
    '/practice-results/quiz1',
    '/practice-results-view/quiz1',
    '/theories-grade/quiz2',
    '/mock-score',
    '/my-reports',
    '/list-questions?attempt=at1',
    '/objective-questions?attempt=at1',
  ])('at %s', async (path) => {
    useFlow.getState().choose(chosen)
    const router = renderStudent(path)
    await atRest()
    // Without its choices a step leads back to the dashboard.
    expect(router.state.location.pathname + router.state.location.search).toBe(path)
    expect(untranslated()).toEqual([])
  })

  it('at /instructions', async () => {
    useFlow.getState().choose({ ...chosen, assessmentSlug: 'mock', assessmentName: 'Mock' })
    const router = renderStudent('/instructions')
    await atRest()
    expect(await screen.findByText('⟦120 minutes⟧')).toBeVisible()
    expect(router.state.location.pathname).toBe('/instructions')
    expect(untranslated()).toEqual([])
  })
})
