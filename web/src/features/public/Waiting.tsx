// What stands for a page, or for cards of it, until they are there.
import { VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NotFound } from '@/shell/NotFound'
import { QueryView } from '@/shell/QueryView'
import { messages } from './messages'
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

/** As many empty cards as will come, for the page not to jump. */
export function Bones({ count, className }: { count: number; className?: string | undefined }) {
  return (
    <div role="status" aria-busy className={className}>
      <VisuallyHidden>{messages.common.loading}</VisuallyHidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={i} className={styles.bone} aria-hidden />
      ))}
    </div>
  )
}
