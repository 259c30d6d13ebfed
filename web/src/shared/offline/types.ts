// What the server sends and takes for practice without internet, from the generated types.
import type { components } from '@/shared/api/schema'
import type { Quiz } from '@/shared/api/types'

type Schemas = components['schemas']

/** The packs of an exam that the student may hold. */
export type PackList = Schemas['PackList']
export type PackEntry = Schemas['PackEntry']
/** The questions of a subject in one year, with keys and explanations. */
export type Pack = Schemas['Pack']
export type PackQuestion = Schemas['PackQuestion']
/** A test that was taken without internet, as it is handed in. */
export type OfflineTest = Schemas['OfflineTest']
export type OfflineAnswer = Schemas['OfflineQuestion']
/** What became of a test that was handed in. */
export type SyncedTest = Schemas['SyncedTest']
/** What a result of a test that was taken without internet says beside its score. */
export type OfflineMarks = NonNullable<Quiz['offline']>
