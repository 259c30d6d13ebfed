// What can be practised on this device now, for the screens that start it.
import { queryOptions } from '@tanstack/react-query'
import { groupBy } from 'es-toolkit'
import type { ExamRef, Ref } from '@/shared/api/types'
import { isOpen } from './contents'
import { estimatedNow } from './deviceClock'
import { dueQuestions } from './dueQuestions'
import { listShelf, type ShelfEntry } from './shelf'
import { type Known, readKnown } from './start'
import { DEVICE_TESTS } from './testIds'

/** An exam of which there are packs on this device, one for each university of POST UTME. */
export interface ExamHere {
  exam: ExamRef
  university: Ref | null
  /** All of its packs, those among them that cannot be opened now. */
  shelf: ShelfEntry[]
  known: Known
  /** The questions that are due and are on this device. */
  due: string[]
  /** The questions that were missed and are on this device. */
  mistakes: string[]
  /** Whether the session of today was taken on this device. */
  isDone: boolean
}

export const overviewQuery = (account: string) =>
  queryOptions({
    queryKey: [DEVICE_TESTS, 'overview', account],
    queryFn: () => readOverview(account),
    // Packs and tests come and go without the server, and the day may change.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  })

/** The exams with packs on this device, those that can be practised first. */
export async function readOverview(account: string): Promise<ExamHere[]> {
  const shelf = await listShelf(account)
  const exams = groupBy(shelf, ({ exam, university }) => `${exam._id} ${university?._id}`)
  const found: ExamHere[] = []
  for (const own of Object.values(exams)) {
    const [first] = own
    if (!first) continue
    const { exam, university = null } = first
    const known = await readKnown(account, exam._id, university?._id ?? null)
    const { due, mistakes, isDone } = dueQuestions(known.stored, known.tests, estimatedNow())
    const here = new Set(known.contents.flatMap(({ questions }) => questions.map(({ id }) => id)))
    const isHere = (id: string) => here.has(id)
    found.push({
      exam,
      university,
      shelf: own,
      known,
      due: due.filter(isHere),
      mistakes: mistakes.filter(isHere),
      isDone,
    })
  }
  return found.sort((a, b) => Number(b.shelf.some(isOpen)) - Number(a.shelf.some(isOpen)))
}
