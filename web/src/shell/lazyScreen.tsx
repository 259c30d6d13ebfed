// A route whose screen or frame loads when it is first needed. A screen that cannot be
// loaded leaves the frame around it standing, with a way to try again in its place.
import { Box } from '@mantine/core'
import { type ComponentType, useEffect } from 'react'
import type { RouteObject } from 'react-router'
import { ErrorState } from '@/ui/ErrorState'
import { Loader } from '@/ui/Loader'
import { lazyPart } from '@/ui/lazyPart'
import { loadNewVersion } from '@/ui/loadPageAnew'
import { messages } from './messages'
import { RouteError } from './RouteError'

type Lazy = Pick<RouteObject, 'lazy' | 'ErrorBoundary'>

export function lazyScreen(load: () => Promise<ComponentType>): Lazy {
  return {
    ErrorBoundary: RouteError,
    // The router remembers a load that failed for ever: it gets a screen that can try anew.
    lazy: async () => {
      const Component = await load().catch(() => lazyPart(load, ScreenNotLoaded, () => <Loader />))
      return { Component }
    },
  }
}

/** After a deployment the files of the next screen are gone: the new version has it at the same address. */
function ScreenNotLoaded({ again }: { again: () => void }) {
  useEffect(() => void loadNewVersion(), [])
  return <NotLoaded again={again} />
}

const NotLoaded = ({ again }: { again: () => void }) => (
  <Box p="xl" maw={560} mx="auto">
    <ErrorState message={messages.shell.notLoaded} onRetry={again} />
  </Box>
)

/**
 * The same where a screen tells its own routes; also what takes the place of one that could not be loaded.
 * `Waiting` stands for a part that has less room than a screen.
 */
export function lazyPartOfScreen<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = () => <Loader />,
): ComponentType<Props> {
  return lazyPart<Props>(load, NotLoaded, Waiting)
}
