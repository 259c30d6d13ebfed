// The texts of one area. English comes with the area's own code; another language is
// fetched by those who read it, before the area is shown. Texts must therefore be looked up
// when they are shown, never put aside while a module loads.
import { type Language, language, type OtherLanguage, setLanguage } from './language'

/** A text that depends on a number, by the plural categories of its language; `{n}` is the number. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

type Texts = Record<string, string | Forms | ((...values: never[]) => string)>

/** The same texts in any language: none missing, each taking the same values. */
export type Translation<English extends Texts> = {
  readonly [Name in keyof English]: English[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : English[Name] extends string
      ? string
      : Forms
}

type Others<English extends Texts> = {
  [Tag in OtherLanguage]: () => Promise<{ default: Translation<English> }>
}

const turns: (() => Promise<void>)[] = []
const listeners = new Set<() => void>()
let pending: Promise<unknown> = Promise.resolve()

/** Makes an area's catalogue of its English texts and the ways to load the others. */
export function catalogue<English extends Texts>(
  english: English,
  others: Others<English>,
): Translation<English> {
  const texts = { ...english }
  const loaders: Partial<Record<Language, () => Promise<{ default: object }>>> = others
  const turn = async () => {
    const asked = language()
    const found = await loaders[asked]?.().catch(() => undefined)
    if (asked === language()) Object.assign(texts, english, found?.default)
  }
  turns.push(turn)
  if (language() !== 'en') pending = Promise.all([pending, turn()])
  return texts as unknown as Translation<English>
}

/** Resolves once every catalogue loaded so far is in the visitor's language. */
export const translated = async (): Promise<void> => void (await pending)

/** Turns all texts into another language, and remembers it. */
export async function chooseLanguage(next: Language): Promise<void> {
  setLanguage(next)
  pending = Promise.all(turns.map((turn) => turn()))
  await pending
  document.documentElement.lang = language()
  for (const listener of listeners) listener()
}

/** Calls back when all texts are in another language. Returns the way to stop. */
export function onLanguage(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
