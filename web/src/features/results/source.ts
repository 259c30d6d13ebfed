// Where results and corrections come from: the server, or this device for a test that was taken without
// internet and is not with the server yet.
import { queryOptions } from '@tanstack/react-query'
import { type CorrectionsAsk, findCorrections, findResult } from '@/shared/api/queries/results'
import type { Quiz } from '@/shared/api/types'
import { isOfDevice } from '@/shared/offline/inUse'
import type { DeviceOutcome } from '@/shared/offline/results'
import { DEVICE_TESTS } from '@/shared/offline/testIds'
import { sessionKnown } from '@/shared/session/useSession'

const device = () => import('@/shared/offline/results')
/** Whose the device's tests are. */
const account = async () => (await sessionKnown())?._id ?? null

/** A result with its score by subject and topic. */
export const resultOf = (quizId: string) =>
  isOfDevice(quizId)
    ? options([DEVICE_TESTS, 'result', quizId], async () =>
        (await device()).findResult(await account(), quizId),
      )
    : options(['result', quizId], () => findResult(quizId))

/** A page of the corrections. */
export const correctionsOf = (quizId: string, ask: CorrectionsAsk) =>
  isOfDevice(quizId)
    ? options([DEVICE_TESTS, 'corrections', quizId, ask], async () =>
        (await device()).findCorrections(await account(), quizId, ask),
      )
    : options(['corrections', quizId, ask], () => findCorrections(quizId, ask))

const options = (queryKey: readonly unknown[], queryFn: () => Promise<DeviceOutcome>) =>
  queryOptions({ queryKey, queryFn })

// Whether a test was taken without internet: practised, or a mock that was fetched ahead.

/** What the device marked, of a test that was practised without internet; null of any other. */
export const offlineMarks = (quiz: Quiz) => quiz.offline

export const isOffline = (quiz: Quiz) => quiz.offline !== null || quiz.takenOffline
