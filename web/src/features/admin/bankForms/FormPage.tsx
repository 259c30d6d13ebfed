// The page around the forms of the bank: the year that they belong to, and the way back.

import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type BankPlace, subjectYearQuery, topicSectionsQuery } from '@/shared/api/queries/bank'
import type { SubjectYear, TopicCounts } from '@/shared/api/types'
import { QueryView } from '@/shared/lazy/QueryView'
import { Page } from '@/shared/ui/Page'
import { trailTo } from '../bank/trail'
import { Crumbs } from '../ui/Crumbs'
import styles from './bankForms.module.css'

/** Fields beside a preview for students. */
export const Split = ({ children, preview }: { children: ReactNode; preview: ReactNode }) => (
  <div className={styles.split}>
    <div className={styles.columns}>
      <Stack gap="lg">{children}</Stack>
      {preview}
    </div>
  </div>
)

export function FormPage({ place, title, list, wide = false, children }: FormPageProps) {
  const year = useQuery(subjectYearQuery(place.yearId))
  const topics = useQuery(topicSectionsQuery(place.subjectId, place.yearId))
  return (
    <Page
      title={title}
      crumbs={<Crumbs trail={[...trailTo.questions(year.data, place), list]} here={title} />}
      width={wide ? 1240 : 760}
    >
      <QueryView query={year}>
        {(found) => <QueryView query={topics}>{(list) => children(found, list)}</QueryView>}
      </QueryView>
    </Page>
  )
}

interface FormPageProps {
  place: Pick<BankPlace, 'subjectId' | 'yearId'>
  title: string
  /** The list that the form belongs to. */
  list: { title: string; to: string }
  /** Whether a preview is shown beside the fields. */
  wide?: boolean
  children: (year: SubjectYear, topics: TopicCounts[]) => ReactNode
}
