// A link for menus and lists, which have dozens. The router's own link subscribes to the address, so
// that every navigation renders all of them again; this one is a plain anchor until it is pressed.
import type { LucideIcon } from 'lucide-react'
import {
  type ComponentPropsWithRef,
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import styles from '../admin.module.css'

type Follow = (to: string, isFromList: boolean) => void

const Follows = createContext<{ current: Follow }>({ current: () => undefined })

/** Surrounds all links. When the address changes it renders again, but they do not. */
export function AppLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const follow = useRef<Follow>(() => undefined)
  useLayoutEffect(() => {
    follow.current = (to, isFromList) =>
      void navigate(to, {
        // Like the browser: a link to this page adds nothing to the history.
        replace: to === here,
        state: isFromList ? { list: here } : null,
        // Drawn in one go: in slices it takes longer, and nothing of the old page is worth pressing meanwhile.
        flushSync: true,
      })
  })
  return <Follows value={follow}>{children}</Follows>
}

/** A link within the app; `to` is an absolute path. */
export function AppLink({ to, fromList = false, onClick, ...rest }: AppLinkProps) {
  const follow = use(Follows)
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        const { button, metaKey, altKey, ctrlKey, shiftKey } = event
        // Keys and the middle button open another tab or window.
        if (event.defaultPrevented || button !== 0) return
        if (metaKey || altKey || ctrlKey || shiftKey) return
        event.preventDefault()
        follow.current(to, fromList)
      }}
    />
  )
}

interface AppLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target' | 'download'> {
  to: string
  /** The name by which shortcuts find it. */
  'data-do'?: string
  /** Whether the page leads back to this part of the list. */
  fromList?: boolean
}

/** The part of the list from which the user came, in the location's state. */
export const listOf = (state: unknown) =>
  typeof state === 'object' && state !== null && 'list' in state ? String(state.list) : undefined

/** A link that looks like a button. */
export function LinkButton({ icon: Icon, filled, children, ...link }: LinkButtonProps) {
  return (
    <AppLink {...link} className={styles.button} data-filled={filled}>
      {Icon && <Icon size={18} aria-hidden />}
      {children}
    </AppLink>
  )
}

interface LinkButtonProps extends AppLinkProps {
  icon?: LucideIcon | undefined
  /** Whether it is the page's main action. */
  filled?: boolean
}
