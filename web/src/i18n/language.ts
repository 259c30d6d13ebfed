// Which language the visitor reads, remembered on the device.

/** What each language calls itself, by its tag; English is the first, and stands in for any text that cannot be had. */
export const languages = { en: 'English' }

export type Language = keyof typeof languages

/** Every language that has to be translated into. */
export type OtherLanguage = Exclude<Language, 'en'>

/** The key of local storage; a choice about the device, which outlives a session. */
export const languageKey = 'sabi.language'

let current: Language | undefined

export function language(): Language {
  current ??= remembered()
  return current
}

/** The tag by which dates, numbers and plurals are formed. */
export const locale = () => (language() === 'en' ? 'en-GB' : language())

export function setLanguage(next: Language): void {
  current = next
  try {
    localStorage.setItem(languageKey, next)
  } catch {
    // Storage is refused: the choice holds for this page.
  }
}

function remembered(): Language {
  try {
    const tag = localStorage.getItem(languageKey)
    if (tag !== null && tag in languages) return tag as Language
  } catch {
    // Storage is refused: nothing was ever chosen.
  }
  return 'en'
}
