// Around every route: language, scroll position, toasts.
import { Fragment, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { onLanguage } from '@/i18n/catalogue'
import { language } from '@/i18n/language'
import { Toasts } from '@/ui/Toasts'

export function Root() {
  return (
    // In another language everything is shown anew.
    <Fragment key={useSyncExternalStore(onLanguage, language)}>
      <ScrollRestoration />
      <Toasts />
      <Outlet />
    </Fragment>
  )
}
