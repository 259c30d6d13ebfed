// References to one or several records of another list, found by typing. Lazily loaded with the
// first form that needs them.
import { Arriving } from '@/shared/ui/Arriving'
import { ErrorState } from '@/shared/ui/ErrorState'
import { lazyPart } from '@/shared/ui/lazyPart'
import { app } from '../messages'
import type { ManyProps, OneProps } from './ReferenceInputs'

const Failed = ({ again }: { again: () => void }) => (
  <ErrorState message={app.common.offline} onRetry={again} />
)

export const ReferenceInput = lazyPart<OneProps>(
  () => import('./ReferenceInputs').then((m) => m.ReferenceInput),
  Failed,
  Arriving,
)

export const ReferencesInput = lazyPart<ManyProps>(
  () => import('./ReferenceInputs').then((m) => m.ReferencesInput),
  Failed,
  Arriving,
)

export { useReference } from './useReference'
