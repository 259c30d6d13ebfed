// The command palette: type a few letters, choose with the arrows, open with Enter.
import { Kbd, Modal, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useQueries } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { contactMessages, payments } from '@/shared/api/queries/backOffice'
import { questionsQuery, theoriesQuery, all as whole } from '@/shared/api/queries/bank'
import { common } from '@/shared/i18n/common'
import { plural } from '@/shared/i18n/format'
import { plainText } from '@/shared/ui/plainText'
import type { MenuGroup } from '../AdminFrame'
import styles from '../AdminFrame.module.css'
import { adminTexts, resourceTexts, shortcutsTexts } from '../messages'
import { adminPaths } from '../paths'
import { nameOf } from '../people/person'
import { pageQuery, type Rows, wholeQuery } from '../resource/calls'
import type { Resource } from '../resource/defineResource'
import { editPath } from '../resource/placed'
import { pageOf } from '../resource/wholeList'
import { resources } from '../resources'
import { PALETTE_SEARCH_PAUSE } from '../timing'

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

// The search of the command palette: screens by name immediately, records through their lists.

interface Find {
  to: string
  label: string
}

interface SearchGroup {
  title: string
  finds: Find[]
}

/** The whole bank. */
const anywhere = { sectionId: whole, subjectId: whole, yearId: whole, topicId: whole }

/** Maximum number of records per type. */
const MOST = 5
/** With fewer letters, nearly everything would match. */
const LEAST = 2

/** Whether the text contains each typed word. */
const holds = (text: string, typed: string) => {
  const inside = text.toLocaleLowerCase()
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => inside.includes(word))
}

/** The screens of the menu, and their add forms. */
function screensFor(menu: MenuGroup[], typed: string): SearchGroup[] {
  const entries = menu.flatMap(({ entries }) => entries)
  const adding = openTo(menu).filter(({ calls }) => calls.add)
  return [
    {
      title: shortcutsTexts.screens,
      finds: entries.map(({ to, label }) => ({ to, label })),
    },
    {
      title: shortcutsTexts.adding,
      finds: adding.map(({ screens, texts }) => ({
        to: screens.add,
        label: resourceTexts.add(texts.one),
      })),
    },
  ].map(({ title, finds }) => ({ title, finds: finds.filter(({ label }) => holds(label, typed)) }))
}

/** The addresses in the menu. */
const shownBy = (menu: MenuGroup[]) =>
  new Set(menu.flatMap(({ entries }) => entries.map(({ to }) => to)))

/** The entities with a list in the menu; what is not in the menu cannot be found. */
function openTo(menu: MenuGroup[]): Resource[] {
  const shown = shownBy(menu)
  return resources.filter(({ screens }) => shown.has(screens.list))
}

const page = (q: string) => ({ page: 1, limit: MOST, q })
const ask = (q: string) => ({ ...page(q), filters: {} })

interface Source {
  /** The screen that must be in the menu. */
  screen: string
  title: string
  find: (q: string, client: QueryClient) => Promise<Find[]>
}

/** Further searches besides the declared entities. */
const sourcesNow = (): Source[] => [
  {
    screen: adminPaths.questionSubjects,
    title: shortcutsTexts.questions,
    find: async (q, client) =>
      (await client.fetchQuery(questionsQuery(anywhere, page(q)))).data.map(
        ({ _id, subject, year, topic, question, title }) => ({
          to: adminPaths.questionEdit(subject._id, year._id, _id, topic._id),
          label: plainText(question) || title || _id,
        }),
      ),
  },
  {
    screen: adminPaths.questionSubjects,
    title: shortcutsTexts.theories,
    find: async (q, client) =>
      (await client.fetchQuery(theoriesQuery(anywhere, page(q)))).data.map(
        ({ _id, subject, year, question, title }) => ({
          to: adminPaths.theoryEdit(subject._id, year._id, _id),
          label: plainText(question) || title || _id,
        }),
      ),
  },
  {
    screen: adminPaths.payments,
    title: adminTexts.payments,
    find: async (q) =>
      (await payments(ask(q))).rows.map(({ _id, user }) => ({
        to: adminPaths.payment(_id),
        label: shortcutsTexts.by(_id, nameOf(user)),
      })),
  },
  {
    screen: adminPaths.contactUs,
    title: adminTexts.contact,
    find: async (q) =>
      (await contactMessages(ask(q))).rows.map(({ _id, subject, firstName, lastName }) => ({
        to: adminPaths.contactMessage(_id),
        label: shortcutsTexts.by(subject, `${firstName} ${lastName}`),
      })),
  },
]

/** The records that match the typed text, by type. */
function useRecords(menu: MenuGroup[], typed: string) {
  const enabled = typed.length >= LEAST
  const searched = openTo(menu).filter(({ searchable, calls }) => searchable && calls.update)
  const found = useQueries({
    queries: searched.map((resource) =>
      resource.whole
        ? {
            ...wholeQuery(resource.calls.list),
            enabled,
            select: ({ rows }: Rows) => pageOf(resource, rows, ask(typed)),
          }
        : { ...pageQuery(resource, ask(typed)), enabled, placeholderData: undefined },
    ),
  })
  const shown = shownBy(menu)
  const sources = sourcesNow().filter(({ screen }) => shown.has(screen))
  const others = useQueries({
    queries: sources.map(({ title, find }) => ({
      queryKey: ['finds', title, typed],
      queryFn: ({ client }: { client: QueryClient }) => find(typed, client),
      staleTime: 0,
      enabled,
    })),
  })
  const all = [...found, ...others]
  const records: SearchGroup[] = [
    ...searched.map((resource, i) => ({
      title: resource.texts.many,
      finds: (found[i]?.data?.rows ?? []).slice(0, MOST).map((row) => ({
        to: editPath(resource, row._id),
        label: resource.title(row),
      })),
    })),
    ...sources.map(({ title }, i) => ({ title, finds: others[i]?.data ?? [] })),
  ]
  return {
    records: enabled ? records : [],
    searching: enabled && all.some(({ isFetching }) => isFetching),
    failed: enabled && all.some(({ isError }) => isError),
  }
}
