// Surrounds every route: scroll position, toasts, and which page was shown before.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { queryClient } from '@/shared/api/client'
import { Shown } from '@/shared/ui/focus'
import { Toasts } from '@/shared/ui/notify'
import { Enlarged } from '@/shared/ui/pictures'
import { cssVariables, theme } from '@/shared/ui/theme'

export function Root() {
  const [shown] = useState({})
  const { pathname } = useLocation()
  return (
    <Shown value={shown}>
      <ScrollRestoration />
      <Toasts />
      <Enlarged key={pathname} />
      <Outlet />
    </Shown>
  )
}

/** What every screen is drawn in: the theme and the cache of the server's responses. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      // Mantine sets all its variables itself, so no style sheet needs to.
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
