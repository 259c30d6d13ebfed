// What the command palette finds: screens by their names at once, records by asking each list.
import { useQueries, useQuery } from '@tanstack/react-query'
import { questionsQuery, all as whole } from '@/api/queries/bank'
import type { MenuGroup } from '@/shell/AdminShell'
import { plainText } from '@/ui/plainText'
import { adminPaths } from '../paths'
import { pageQuery, type Rows, wholeQuery } from '../resource/calls'
import type { Resource } from '../resource/defineResource'
import { pageOf } from '../resource/inBrowser'
import { messages as kit } from '../resource/messages'
import { editPath } from '../resource/placed'
import { resources } from '../resources'
import { words } from './messages'

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

/** So many records of a kind are shown. */
const MOST = 5
/** Below so many letters nearly everything is found. */
const LEAST = 2

/** Whether each word of what is typed stands in the text. */
const holds = (text: string, typed: string) => {
  const inside = text.toLocaleLowerCase()
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => inside.includes(word))
}

/** The screens of the menu, and the forms behind them to add something. */
export function screensFor(menu: MenuGroup[], typed: string): Found[] {
  const entries = menu.flatMap(({ entries }) => entries)
  const adding = openTo(menu).filter(({ calls }) => calls.add)
  return [
    {
      title: words.screens,
      finds: entries.map(({ to, label }) => ({ to, label })),
    },
    {
      title: words.adding,
      finds: adding.map(({ screens, texts }) => ({ to: screens.add, label: kit.add(texts.one) })),
    },
  ].map(({ title, finds }) => ({ title, finds: finds.filter(({ label }) => holds(label, typed)) }))
}

/** The entities whose lists the menu leads to: what it does not show is nobody's to find. */
function openTo(menu: MenuGroup[]): Resource[] {
  const shown = new Set(menu.flatMap(({ entries }) => entries.map(({ to }) => to)))
  return resources.filter(({ screens }) => shown.has(screens.list))
}

const ask = (q: string) => ({ page: 1, limit: MOST, q, filters: {} })

/** The records that fit what was typed, kind by kind. */
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
  const hasBank = menu.some(({ entries }) =>
    entries.some(({ to }) => to === adminPaths.questionSubjects),
  )
  const questions = useQuery({
    ...questionsQuery(anywhere, { page: 1, limit: MOST, q: typed }),
    enabled: enabled && hasBank,
    placeholderData: undefined,
  })
  const all = [...found, ...(hasBank ? [questions] : [])]
  const records: Found[] = [
    ...searched.map((resource, i) => ({
      title: resource.texts.many,
      finds: (found[i]?.data?.rows ?? []).slice(0, MOST).map((row) => ({
        to: editPath(resource, row._id),
        label: resource.title(row),
      })),
    })),
    {
      title: words.questions,
      finds: (questions.data?.data ?? []).map(({ _id, subject, year, topic, question, title }) => ({
        to: adminPaths.questionEdit(subject._id, year._id, _id, topic._id),
        label: plainText(question) || title || _id,
      })),
    },
  ]
  return {
    records: enabled ? records : [],
    searching: enabled && all.some(({ isFetching }) => isFetching),
    failed: enabled && all.some(({ isError }) => isError),
  }
}
