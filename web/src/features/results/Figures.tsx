// The numbers behind a score, folded away until they are asked for; their code comes then too (spec 2
// §2.13, §9).
import { useState } from 'react'
import { Disclosure } from '@/shared/ui/Disclosure'
import { ErrorState } from '@/shared/ui/ErrorState'
import { lazyPart } from '@/shared/ui/lazyPart'
import type { FiguresProps } from './FiguresOpen'
import { resultsTexts } from './messages'

const FiguresOpen = lazyPart<FiguresProps>(
  () => import('./FiguresOpen').then((m) => m.FiguresOpen),
  ({ again }) => <ErrorState onRetry={again} />,
)

export function Figures(props: FiguresProps) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure name={resultsTexts.figures} open={open} onToggle={() => setOpen(!open)}>
      {open && <FiguresOpen {...props} />}
    </Disclosure>
  )
}
