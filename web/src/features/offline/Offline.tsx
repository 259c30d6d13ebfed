// Practise without internet: the frame of the screen, and what a browser needs for it.
import { Alert } from '@mantine/core'
import { WifiOff } from 'lucide-react'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { useUser } from '@/shared/session/useSession'
import { Page } from '@/shared/ui/Page'
import { Skeleton } from '@/shared/ui/states'
import { offlineTexts } from './messages'
import type { ShelfProps } from './Shelf'
import { isSupported } from './support'

// Not for browsers that cannot use it.
const Shelf = lazyPartOfScreen<ShelfProps>(
  () => import('./Shelf').then((m) => m.Shelf),
  () => <Skeleton count={3} height={120} />,
)

export function Offline() {
  const user = useUser()
  if (user === null) return null
  return (
    <Page title={offlineTexts.title} description={offlineTexts.text}>
      {isSupported() ? (
        <Shelf user={user} />
      ) : (
        <Alert color="sun" icon={<WifiOff size={18} aria-hidden />}>
          {offlineTexts.unsupported}
        </Alert>
      )}
    </Page>
  )
}
