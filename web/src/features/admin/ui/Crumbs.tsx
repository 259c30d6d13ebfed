// Breadcrumbs from the dashboard to the current page.
import { Fragment } from 'react'
import { paths } from '@/shared/paths'
import styles from '../admin.module.css'
import { adminTexts } from '../messages'
import { AppLink } from './AppLink'

export function Crumbs({ trail, here }: CrumbsProps) {
  return (
    <nav className={styles.crumbs} aria-label={adminTexts.crumbs}>
      {[{ title: adminTexts.dashboard, to: paths.admin }, ...(trail ?? [])].map(({ title, to }) => (
        <Fragment key={to}>
          <AppLink to={to} className={styles.link}>
            {title}
          </AppLink>
          <span aria-hidden>/</span>
        </Fragment>
      ))}
      <span aria-current="page">{here}</span>
    </nav>
  )
}

export interface Crumb {
  title: string
  to: string
}

interface CrumbsProps {
  /** The pages between the dashboard and this one. */
  trail?: Crumb[]
  /** The title of this page. */
  here: string
}
