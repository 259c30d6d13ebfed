// The words of the record of changes.
import { catalogue } from '@/i18n/catalogue'
import { actionEnglish, auditEnglish, entityEnglish } from './messages.en'

export const words = catalogue(auditEnglish, {})
const actions: Record<string, string> = catalogue(actionEnglish, {})
const entities: Record<string, string> = catalogue(entityEnglish, {})

/** A name of the server's that no catalogue has: "num_of_questions" as "Num of questions". */
const plain = (name: string) => {
  const spaced = name
    .replace(/[_-]/g, ' ')
    .replace(/\B([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

export const actionOf = (action: string) => actions[action] ?? plain(action)
export const entityOf = (entity: string) => entities[entity] ?? plain(entity)
export const fieldOf = plain

const choices = (words: Record<string, string>, known: object) =>
  Object.keys(known)
    .map((value) => ({ value, label: words[value] ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label))

/** What the record can be narrowed to. */
export const actionChoices = () => choices(actions, actionEnglish)
export const entityChoices = () => choices(entities, entityEnglish)
