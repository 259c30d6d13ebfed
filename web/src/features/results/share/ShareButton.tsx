// The button that shares a result; the dialog comes when it is pressed.
import { Button } from '@mantine/core'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Quiz } from '@/shared/api/types'
import { lazyPart } from '@/shared/ui/lazyPart'
import { ErrorState } from '@/shared/ui/states'
import { shareTexts } from './messages'

export interface ShareDialogProps {
  quiz: Quiz
  onClose: () => void
}

const ShareDialog = lazyPart<ShareDialogProps>(
  () => import('./ShareDialog').then((m) => m.ShareDialog),
  ({ again }) => <ErrorState onRetry={again} />,
)

export function ShareButton({ quiz }: { quiz: Quiz }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="md"
        variant="default"
        aria-haspopup="dialog"
        leftSection={<Share2 size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {shareTexts.share}
      </Button>
      {open && <ShareDialog quiz={quiz} onClose={() => setOpen(false)} />}
    </>
  )
}
