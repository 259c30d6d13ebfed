// What every screen is drawn in: the theme and the cache of the server's answers.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '@/shared/api/queryClient'
import { cssVariables, theme } from '@/shared/ui/theme'

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
