// "Report this question", shown where the question's key is shown. Its code is loaded apart from
// the screen.
import { lazyPart } from '@/shared/ui/lazyPart'

export const Report = lazyPart<{ question: string }>(
  () => import('./ReportButton').then((m) => m.ReportButton),
  () => null,
)
