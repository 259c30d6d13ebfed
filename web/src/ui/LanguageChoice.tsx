// The language of the screens, once there is one to choose.
import { chooseLanguage } from '@/i18n/catalogue'
import { type Language, language, languages } from '@/i18n/language'
import styles from './LanguageChoice.module.css'
import { messages } from './messages'

export function LanguageChoice() {
  const all = Object.entries(languages)
  if (all.length < 2) return null
  return (
    <select
      className={styles.select}
      aria-label={messages.kit.language}
      value={language()}
      onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
    >
      {all.map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}
