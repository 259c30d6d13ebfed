// A route whose screen or frame is loaded when first needed. If it cannot be loaded, the frame
// around it stays and a "Try again" button takes its place.
import { Box } from '@mantine/core'
import { type ComponentType, useEffect } from 'react'
import type { RouteObject } from 'react-router'
import { common } from '@/shared/i18n/common'
import { shellTexts } from '@/shared/messages'
import { lazyPart } from '@/shared/ui/lazyPart'
import { loadNewVersion } from '@/shared/ui/loadPageAnew'
import { ErrorState, Loader } from '@/shared/ui/states'

type Lazy = Pick<RouteObject, 'lazy' | 'ErrorBoundary'>

export function lazyScreen(load: () => Promise<ComponentType>): Lazy {
  return {
    ErrorBoundary: RouteError,
    // The router caches a failed load for ever, so it gets a component that can load again itself.
    lazy: async () => {
      const Component = await load().catch(() => lazyPart(load, ScreenNotLoaded, () => <Loader />))
      return { Component }
    },
  }
}

/**
 * After a deployment the files of the next screen are gone: the new version has it at the same
 * address.
 */
function ScreenNotLoaded({ again }: { again: () => void }) {
  useEffect(() => void loadNewVersion(), [])
  return <NotLoaded again={again} />
}

const NotLoaded = ({ again }: { again: () => void }) => (
  <Box p="xl" maw={560} mx="auto">
    <ErrorState message={shellTexts.notLoaded} onRetry={again} />
  </Box>
)

/**
 * The same for a screen that has its own routes, and for the replacement of one that could not be
 * loaded. `Waiting` is shown while loading a part that is smaller than a screen.
 */
export function lazyPartOfScreen<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = () => <Loader />,
): ComponentType<Props> {
  return lazyPart<Props>(load, NotLoaded, Waiting)
}

/**
 * Shown for a screen that failed: usually its code could not be loaded (offline, or replaced by a
 * newer version), and reloading the page helps.
 */
export function RouteError() {
  return (
    <Box p="xl" maw={560} mx="auto">
      <ErrorState message={common.failed} onRetry={() => window.location.reload()} />
    </Box>
  )
}
