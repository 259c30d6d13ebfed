// Searches while the user types, after a short pause.
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import styles from './field.module.css'

/** The pause before it searches, in milliseconds. */
const REST = 300

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = (next: string) => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      sent.current = next.trim()
      onSearch(sent.current)
    }, REST)
  }
  useEffect(() => () => clearTimeout(waiting.current), [])
  // The search was cleared elsewhere, or the user went back to another one.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  return (
    <div className={styles.search}>
      <Search size={16} aria-hidden />
      <input
        className={styles.input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
      />
    </div>
  )
}

interface SearchFieldProps {
  label: string
  /** The current search. */
  value: string
  onSearch: (text: string) => void
}
