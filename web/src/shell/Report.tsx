// "Report this question", where its key is shown. Its code is no part of what it stands on.
import { lazyPart } from '@/ui/lazyPart'

export const Report = lazyPart<{ question: string }>(
  () => import('./ReportButton').then((m) => m.ReportButton),
  () => null,
)
