// What a screen or a part shows instead of its content: loading, failed, nothing there, no network. And the redirect
// to a login.
import { Button, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { Inbox, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react'
import { type CSSProperties, type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { common, uiTexts } from '@/shared/i18n/common'
import styles from './page.module.css'

/** The loading indicator of the whole app. */
export function Loader({ label = common.loading, tall = true }: LoaderProps) {
  return (
    <div
      className={styles.loader}
      data-loader
      data-tall={tall || undefined}
      role="status"
      aria-live="polite"
    >
      <span className={styles.ring} aria-hidden />
      {label}
      {tall && <span className={styles.slow}>{uiTexts.slow}</span>}
    </div>
  )
}

interface LoaderProps {
  label?: string
  /** Whether it takes the height of a screen rather than of a line. */
  tall?: boolean
}

/** Placeholders for cards, rows or panels, as large as those, so that the page does not jump. */
export function Skeleton({ count, height, width, className = styles.skeleton }: SkeletonProps) {
  const size = {
    ...(height && { '--skeleton-height': `${height}px` }),
    ...(width && { '--skeleton-width': `${width}px` }),
  } as CSSProperties
  return (
    <div role="status" aria-busy className={className} data-skeleton style={size}>
      <VisuallyHidden>{common.loading}</VisuallyHidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className={styles.line} aria-hidden />
      ))}
      <span className={styles.skeletonSlow}>{uiTexts.slow}</span>
    </div>
  )
}

interface SkeletonProps {
  count: number
  /** Height of each in pixels. */
  height?: number
  /** Least width of each in pixels, as many side by side as fit; one per line without it. */
  width?: number
  /** Class for another layout. */
  className?: string | undefined
}

/** Shown by a screen whose data could not be loaded, with a "Try again" button. */
export function ErrorState({ message = common.failed, onRetry }: ErrorStateProps) {
  return (
    <div className={styles.error} role="alert">
      <TriangleAlert size={20} aria-hidden />
      <div>{message}</div>
      {onRetry && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
    </div>
  )
}

interface ErrorStateProps {
  message?: string
  onRetry?: () => void
}

/** Shown by a screen or a table when there is nothing to show, with what the user can do about it. */
export function EmptyState({
  title,
  children,
  action,
  icon: Icon = Inbox,
  art,
  heading,
}: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      {art ? (
        <img src={art} alt="" width={200} height={150} />
      ) : (
        <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
          <Icon size={26} strokeWidth={1.75} />
        </ThemeIcon>
      )}
      {heading ? (
        <Title order={1} mt="xs">
          {title}
        </Title>
      ) : (
        <Text fw={600} mt="xs">
          {title}
        </Text>
      )}
      {children && (
        <Text c="dimmed" maw={440} component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}

interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  icon?: LucideIcon
  /** The address of a drawing (ui/art) in the place of the icon. */
  art?: string
  /** Whether its title is the page's heading. */
  heading?: boolean
}

/** Says that there is no connection, for as long as there is none. */
export function OfflineNotice({ instead }: OfflineNoticeProps) {
  const online = useConnected()
  return (
    // Always rendered, so that a screen reader announces its content when it appears.
    <div role="status">
      {(!online || instead) && (
        <div className={styles.notice}>
          <WifiOff size={18} aria-hidden />
          {instead || uiTexts.noConnection}
        </div>
      )}
    </div>
  )
}

interface OfflineNoticeProps {
  /** Shown in place of the usual text, whatever the browser says of the network. */
  instead?: string | false | undefined
}

/** Whether the browser says that there is a network. */
export const useConnected = () => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Redirects to a login. */
export function ToLogin({ login, leadsBack = true }: ToLoginProps) {
  const { pathname, search } = useLocation()
  const from = leadsBack && pathname + search
  // Keeps one object for an address, because `Navigate` navigates again for another one.
  const state = useMemo(() => (from ? { from } : null), [from])
  return <Navigate to={login} replace state={state} />
}

interface ToLoginProps {
  /** The path of the login. */
  login: string
  /** Whether the login leads back here. */
  leadsBack?: boolean
}
