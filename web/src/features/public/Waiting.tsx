// What stands for a page until it is there.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotFound } from '@/shared/layout/NotFound'
import { QueryView } from '@/shared/lazy/QueryView'
import styles from './site.module.css'

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
