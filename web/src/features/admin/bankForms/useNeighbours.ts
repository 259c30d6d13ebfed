// The questions before and after one, in the list or among the shown questions that the link
// remembers.
import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router'
import { all, type BankPlace, questionFilters, questionsQuery } from '@/shared/api/queries/bank'
import type { AdminQuestion, PageAsk } from '@/shared/api/types'
import { natural, pageSizes } from '@/shared/ui/paging'
import { type Shown, shownIn } from '../bank/shown'
import { rowsPerPage } from '../lists/rowsPerPage'
import { adminPaths } from '../paths'

/** Without a remembered list, at most this many questions of the topic are searched. */
const LOOKED_THROUGH = 200

export interface Neighbour {
  to: string
  /** The remembered part of the list, or the questions that were shown. */
  state: { list: string } | Shown | null
}

export interface Neighbours {
  /** Counted from 1. */
  position: number
  total: number
  before: Neighbour | null
  after: Neighbour | null
}

/** Null until they are known, and if the list no longer contains the question. */
export function useNeighbours(id: string, around: Omit<BankPlace, 'sectionId'>): Neighbours | null {
  const { state } = useLocation()
  const known = among(id, shownIn(state))
  const list = listOf(state)
  const { place, ask } = list ?? {
    place: { ...around, sectionId: all },
    ask: { page: 1, limit: LOOKED_THROUGH },
  }
  const { page, limit } = ask
  const here = useQuery({ ...questionsQuery(place, ask), enabled: known === null })
  const rows = here.data?.data ?? []
  const total = here.data?.total ?? 0
  const at = here.isPlaceholderData ? -1 : rows.findIndex(({ _id }) => _id === id)
  const isFirst = at === 0 && page > 1
  const isLast = at !== -1 && at === rows.length - 1 && page * limit < total
  const earlier = useQuery({
    ...questionsQuery(place, { ...ask, page: page - 1 }),
    enabled: isFirst,
  })
  const later = useQuery({ ...questionsQuery(place, { ...ask, page: page + 1 }), enabled: isLast })
  if (known) return known
  if (at === -1) return null

  const way = (question: AdminQuestion | undefined, onPage: number): Neighbour | null =>
    question
      ? {
          to: adminPaths.questionEdit(
            question.subject._id,
            question.year._id,
            question._id,
            question.topic._id,
          ),
          state: list && { list: list.at(onPage) },
        }
      : null
  return {
    position: (page - 1) * limit + at + 1,
    total,
    before: isFirst ? way(earlier.data?.data.at(-1), page - 1) : way(rows[at - 1], page),
    after: isLast ? way(later.data?.data[0], page + 1) : way(rows[at + 1], page),
  }
}

/** The position of a question among the remembered ones, anywhere in the bank. */
function among(id: string, state: Shown | null): Neighbours | null {
  const at = state?.ids.indexOf(id) ?? -1
  if (state === null || at === -1) return null
  const way = (to: string | undefined): Neighbour | null =>
    to === undefined ? null : { to: adminPaths.question(to), state }
  return {
    position: at + 1,
    total: state.ids.length,
    before: way(state.ids[at - 1]),
    after: way(state.ids[at + 1]),
  }
}

/** The list of an address, and the part of it that is shown. */
function listOf(state: unknown) {
  if (typeof state !== 'object' || state === null || !('list' in state)) return null
  const { pathname, searchParams } = new URL(String(state.list), window.location.origin)
  const pattern = adminPaths.questions(':sectionId', ':subjectId', ':yearId', ':topicId')
  const params = matchPath(pattern, pathname)?.params
  if (!params) return null
  const { sectionId = all, subjectId = '', yearId = '', topicId = all } = params
  const ask: PageAsk = {
    page: natural(searchParams.get('page'), 1),
    limit: rowsPerPage(searchParams.get('limit'), pageSizes),
    sort: searchParams.get('sort') ?? undefined,
    q: searchParams.get('q') ?? undefined,
    ...Object.fromEntries(
      questionFilters.flatMap((name) => {
        const value = searchParams.get(name)
        return value ? [[name, value]] : []
      }),
    ),
  }
  return {
    place: { sectionId, subjectId, yearId, topicId },
    ask,
    at: (page: number) => {
      const next = new URLSearchParams(searchParams)
      next.set('page', String(page))
      return `${pathname}?${next}`
    },
  }
}
