// The frame of every page of the public site but the first: document title, the way back, the
// heading, and a measure that reads well.
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import { takeFocus } from '@/shared/ui/focus'
import { publicTexts } from './messages'
import styles from './site.module.css'

export function SitePage({ title, here = title, trail, lead, wide, children }: SitePageProps) {
  return (
    <>
      <title>{`${title} · Sabi`}</title>
      <div className={styles.banner}>
        <div className={styles.wrap} data-wide={wide}>
          <nav aria-label={publicTexts.crumbs}>
            <ol className={styles.crumbs}>
              <li>
                <Link to={paths.home}>{common.home}</Link>
              </li>
              {trail?.map((crumb) => (
                <li key={crumb.to}>
                  <Link to={crumb.to}>{crumb.title}</Link>
                </li>
              ))}
              <li aria-current="page">{here}</li>
            </ol>
          </nav>
          <Title order={1} className={styles.title} tabIndex={-1} ref={takeFocus}>
            {title}
          </Title>
          {lead && <div className={styles.lead}>{lead}</div>}
        </div>
      </div>
      <div className={styles.wrap} data-wide={wide} data-content>
        {children}
      </div>
    </>
  )
}

interface SitePageProps {
  /** The heading; also the document's title. */
  title: string
  /** The last of the breadcrumb, where it is not the heading. */
  here?: string
  /** The pages between home and this one. */
  trail?: { title: string; to: string }[]
  lead?: ReactNode
  /** As wide as the home page, rather than as a text. */
  wide?: boolean
  children: ReactNode
}
