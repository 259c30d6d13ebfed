// The frame of the screens before login.
import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { common } from '@/shared/i18n/common'
import { BrandLink, SchemeToggle } from '@/shared/layout/header'
import { mainId, useFocusOnChange } from '@/shared/ui/focus'
import { OfflineNotice } from '@/shared/ui/states'
import styles from './auth.module.css'

export const authTexts = {
  promise: common.slogan,
  practise: 'Questions and timing like the real exam.',
  saved: 'Every answer is saved as you go, even offline.',
  why: 'See what went wrong, and why, once you submit.',
}

export function AuthShell() {
  const { pathname } = useLocation()
  return (
    <AuthLayout
      location={pathname}
      brand={<BrandLink />}
      promise={authTexts.promise}
      points={[authTexts.practise, authTexts.saved, authTexts.why]}
    >
      <Outlet />
    </AuthLayout>
  )
}

/**
 * The frame of the screens before login: an introduction on the left, the form on the right.
 */
function AuthLayout({ brand, promise, points, location, children }: AuthLayoutProps) {
  useFocusOnChange(location)
  return (
    <Box className={styles.auth}>
      <aside className={styles.promise}>
        <Stack gap="lg" maw={440}>
          <Title order={2} fz="2rem" lh={1.2}>
            {promise}
          </Title>
          {points.map((point) => (
            <Group key={point} gap="sm" wrap="nowrap" align="flex-start">
              <Check size={20} className={styles.tick} aria-hidden />
              <Text>{point}</Text>
            </Group>
          ))}
        </Stack>
      </aside>
      <Box className={styles.authSide}>
        <header className={styles.authBar}>
          {brand}
          <SchemeToggle />
        </header>
        <main id={mainId} className={styles.authMain} tabIndex={-1}>
          <OfflineNotice />
          {children}
        </main>
      </Box>
    </Box>
  )
}

interface AuthLayoutProps {
  brand: ReactNode
  promise: string
  points: string[]
  /** Changes when another page is shown. */
  location: string
  children: ReactNode
}
