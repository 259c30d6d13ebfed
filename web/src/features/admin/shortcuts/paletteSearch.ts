// The search of the command palette: screens by name immediately, records through their lists.
import { type QueryClient, useQueries } from '@tanstack/react-query'
import { contactMessages, payments } from '@/shared/api/queries/backOffice'
import { questionsQuery, theoriesQuery, all as whole } from '@/shared/api/queries/bank'
import { plainText } from '@/shared/ui/plainText'
import type { MenuGroup } from '../AdminShell'
import { adminTexts } from '../messages'
import { adminPaths } from '../paths'
import { nameOf } from '../people/person'
import { pageQuery, type Rows, wholeQuery } from '../resource/calls'
import type { Resource } from '../resource/defineResource'
import { pageOf } from '../resource/inBrowser'
import { resourceTexts } from '../resource/messages'
import { editPath } from '../resource/placed'
import { resources } from '../resources'
import { shortcutsTexts } from './messages'

export interface Find {
  to: string
  label: string
}

export interface Found {
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
export function screensFor(menu: MenuGroup[], typed: string): Found[] {
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
export function useRecords(menu: MenuGroup[], typed: string) {
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
  const records: Found[] = [
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
