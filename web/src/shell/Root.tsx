// Around every route: language, scroll position, toasts, and which page was shown before.
import { Fragment, useState, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { onLanguage } from '@/i18n/catalogue'
import { language } from '@/i18n/language'
import { Enlarged } from '@/ui/Enlarged'
import { Shown } from '@/ui/focusPage'
import { Toasts } from '@/ui/Toasts'

export function Root() {
  const [shown] = useState({})
  const { pathname } = useLocation()
  return (
    <Shown value={shown}>
      {/* In another language everything is shown anew. */}
      <Fragment key={useSyncExternalStore(onLanguage, language)}>
        <ScrollRestoration />
        <Toasts />
        <Enlarged key={pathname} />
        <Outlet />
      </Fragment>
    </Shown>
  )
}
