// The screens that visits begin with, as they stand before the server has answered anything. The
// build draws them into the HTML (firstPaint.ts), so that they are seen before any script has come.
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { StudentLogin } from '@/features/account/Login'
import { Register } from '@/features/account/Register'
import { Dashboard } from '@/features/journey/Dashboard'
import { HomeFrame } from '@/features/public/Home'
import styles from '@/features/public/home/home.module.css'
import { SitePage } from '@/features/public/SitePage'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { RichText } from '@/shared/ui/RichText'
import { AuthShell } from './layouts/AuthShell'
import { PublicShell } from './layouts/PublicShell'
import { StudentShell } from './layouts/StudentShell'
import { Providers } from './Providers'
import { Root } from './Root'

const screens: Record<string, [Shell: ComponentType, Screen: ComponentType]> = {
  [paths.home]: [PublicShell, FirstHome],
  [paths.login]: [AuthShell, StudentLogin],
  [paths.register]: [AuthShell, Register],
  [paths.dashboard]: [StudentShell, Dashboard],
  [paths.exam('all')]: [PublicShell, TextPage],
}

const text = <RichText html="%text%" />

/** The home page. The server writes the text of all that it waits for (api/src/site/mod.rs). */
function FirstHome() {
  return (
    <HomeFrame>
      <div className={styles.section}>
        <div className={styles.wrap}>{text}</div>
      </div>
    </HomeFrame>
  )
}

/** A page of the public site. The server writes its heading and its text (api/src/site/mod.rs). */
function TextPage() {
  return (
    <SitePage title="%heading%" wide>
      {text}
    </SitePage>
  )
}

/** Draws the screen of a path into `root`. */
export function drawFirstScreen(path: string, root: HTMLElement): void {
  const [Shell, Screen] = screens[path] ?? []
  if (!Shell || !Screen) throw new Error(`no first screen of ${path}`)
  // Whoever is signed in gets only the pages that need a session this way (api/src/web.rs).
  useSession.setState({ status: path === paths.dashboard ? 'unknown' : 'out' })
  const children = [{ Component: Shell, children: [{ path, Component: Screen }] }]
  const router = createMemoryRouter([{ Component: Root, children }], { initialEntries: [path] })
  flushSync(() =>
    createRoot(root).render(
      <Providers>
        <RouterProvider router={router} />
      </Providers>,
    ),
  )
}
