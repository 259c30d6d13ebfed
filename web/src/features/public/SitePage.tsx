// The frame of every page of the public site but the first: document title, the way back, the
// heading, and a measure that reads well.
import { Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { common } from '@/shared/i18n/common'
import { NotFound } from '@/shared/layout/NotFound'
import { QueryView } from '@/shared/lazy/QueryView'
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

// What stands for a page until it is there.

/** A page that is all of one answer: where there is none, Page Not Found. */
export function PageOf<Data>({ query, title, children }: PageOfProps<Data>) {
  if (query.data) return children(query.data)
  return (
    <div className={styles.wrap} data-content>
      <QueryView query={query} failed={({ status }) => (isGone(status) ? <NotFound /> : null)}>
        {() => <NotFound />}
      </QueryView>
      {!query.isError && query.data === undefined && <title>{`${title} · Sabi`}</title>}
    </div>
  )
}

const isGone = (status: number) => status === 400 || status === 404 || status === 422

interface PageOfProps<Data> {
  query: UseQueryResult<Data | null>
  /** The document's, meanwhile. */
  title: string
  children: (data: Data) => ReactNode
}
