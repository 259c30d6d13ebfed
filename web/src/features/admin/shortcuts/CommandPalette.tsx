// The command palette: type a few letters, choose with the arrows, open with Enter.
import { Kbd, Modal, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { common } from '@/shared/i18n/common'
import { plural } from '@/shared/i18n/format'
import type { MenuGroup } from '../AdminShell'
import { PALETTE_SEARCH_PAUSE } from '../timing'
import { shortcutsTexts } from './messages'
import { type Find, screensFor, useRecords } from './paletteSearch'
import styles from './shortcuts.module.css'

export function CommandPalette({ menu, onClose, onKeys }: CommandPaletteProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const navigate = useNavigate()
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, PALETTE_SEARCH_PAUSE)
  const { records, searching, failed } = useRecords(menu, asked)
  const waits = searching || asked !== typed
  // Results of an earlier search must not be opened by Enter.
  const found = [...screensFor(menu, typed), ...(asked === typed ? records : [])]
  const groups = found.filter(({ finds }) => finds.length > 0)
  const finds = groups.flatMap(({ finds }) => finds)
  const current = Math.min(at, finds.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const go = (find: Find | undefined) => {
    if (!find) return
    onClose()
    navigate(find.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const count = finds.length
    const to: Record<string, number> = {
      ArrowDown: (current + 1) % count,
      ArrowUp: (current - 1 + count) % count,
      Home: 0,
      End: count - 1,
    }
    if (event.key === 'Enter') go(finds[current])
    else if (event.key === '?' && text === '') onKeys()
    else if (count > 0 && event.key in to) setAt(to[event.key] ?? 0)
    else return
    event.preventDefault()
  }

  let index = -1
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      title={shortcutsTexts.open}
      classNames={{ header: styles.name ?? '' }}
      size="lg"
      padding={0}
      yOffset="12vh"
    >
      <div className={styles.field}>
        <Search size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label={shortcutsTexts.open}
          aria-expanded
          aria-controls={`${id}-all`}
          aria-activedescendant={finds.length > 0 ? optionId(current) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={shortcutsTexts.placeholder}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <UnstyledButton onClick={onClose} aria-label={shortcutsTexts.close}>
          <Kbd size="xs">Esc</Kbd>
        </UnstyledButton>
      </div>
      <div
        id={`${id}-all`}
        role="listbox"
        aria-label={shortcutsTexts.results}
        className={styles.finds}
      >
        {groups.map(({ title, finds }) => (
          <fieldset key={title} aria-label={title} className={styles.group}>
            <div className={styles.title} aria-hidden>
              {title}
            </div>
            {finds.map((find) => {
              index += 1
              const place = index
              return (
                // The keyboard works in the field above, which names the option that is meant.
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={`${title} ${find.to}`}
                  id={optionId(place)}
                  role="option"
                  aria-selected={place === current}
                  className={styles.find}
                  onMouseMove={() => setAt(place)}
                  onClick={() => go(find)}
                >
                  {find.label}
                </div>
              )
            })}
          </fieldset>
        ))}
      </div>
      {finds.length === 0 && (
        <Text c="dimmed" px="md" pb="md">
          {waits ? common.loading : shortcutsTexts.nothing}
        </Text>
      )}
      {failed && (
        <Text c="dimmed" fz="sm" px="md" pb="md" role="alert">
          {shortcutsTexts.failed}
        </Text>
      )}
      <Text c="dimmed" fz="xs" className={styles.hint}>
        {shortcutsTexts.hint}
      </Text>
      <VisuallyHidden role="status">
        {!waits && plural(shortcutsTexts.found, finds.length)}
      </VisuallyHidden>
    </Modal>
  )
}

export interface CommandPaletteProps {
  /** The menu: its screens, and the records in its lists, can be found. */
  menu: MenuGroup[]
  onClose: () => void
  /** Opens the list of shortcuts instead. */
  onKeys: () => void
}
