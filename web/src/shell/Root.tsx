// Around every route: language, scroll position, toasts, and which page was shown before.
import { Fragment, useState, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { onLanguage } from '@/i18n/catalogue'
import { language } from '@/i18n/language'
import { Shown } from '@/ui/focusPage'
import { Toasts } from '@/ui/Toasts'

export function Root() {
  const [shown] = useState({})
  return (
    <Shown value={shown}>
      {/* In another language everything is shown anew. */}
      <Fragment key={useSyncExternalStore(onLanguage, language)}>
        <ScrollRestoration />
        <Toasts />
        <Outlet />
      </Fragment>
    </Shown>
  )
}
