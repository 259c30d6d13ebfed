// /admin/questions/import/…: a workbook into the part of the bank that the address names.

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { all, subjectYearQuery, topicSectionsQuery } from '@/api/queries/bank'
import type { SubjectYear } from '@/api/types'
import { postUtme } from '@/exams'
import { QueryView } from '@/shell/QueryView'
import { Facts } from '@/ui/Facts'
import { Page } from '@/ui/Page'
import { trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { Importer, ListLink } from './Importer'
import { words } from './messages'
import { SampleButton } from './SampleButton'
import { UniversityField } from './TargetFields'

export function ImportHere() {
  const { sectionId = all, subjectId = '', yearId = '', topicId = all } = useParams()
  const place = { sectionId, subjectId, yearId, topicId }
  const year = useQuery(subjectYearQuery(yearId))
  const topics = useQuery(topicSectionsQuery(subjectId, yearId))
  return (
    <Page
      title={words.title}
      description={words.hint}
      crumbs={<Crumbs trail={trailTo.importing(year.data, place)} here={words.title} />}
      actions={<SampleButton />}
    >
      <QueryView query={year}>
        {({ exam, subject, year, university }) => (
          <QueryView query={topics}>
            {(list) => {
              const topic = list.find(({ _id }) => _id === topicId)?.title ?? ''
              const section = list
                .flatMap(({ topicSections }) => topicSections)
                .find(({ _id }) => _id === sectionId)?.section_name
              const target = {
                exam: exam.slug,
                subject: subject.title,
                year: String(year),
                university: only(university),
                topic,
                section: section ?? '',
              }
              return (
                <Importer
                  key={Object.values(place).join()}
                  target={target}
                  fields={(form) => (
                    <>
                      <Facts facts={factsOf(exam.title, target)} />
                      {exam.slug === postUtme && <UniversityField form={form} />}
                    </>
                  )}
                  listLink={({ kind }) => (
                    <ListLink
                      to={
                        kind === 'theories'
                          ? adminPaths.theories(sectionId, subjectId, yearId)
                          : adminPaths.questions(sectionId, subjectId, yearId, topicId)
                      }
                    />
                  )}
                />
              )
            }}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

/** The one university of the year; nobody chooses between several for the editor. */
function only(universities: SubjectYear['university']): string {
  const [first, ...rest] = universities
  return first && rest.length === 0 ? first.title : ''
}

type Target = Pick<
  Parameters<typeof Importer>[0]['target'],
  'subject' | 'year' | 'topic' | 'section'
>

const factsOf = (exam: string, { subject, year, topic, section }: Target): [string, string][] => [
  [words.exam, exam],
  [words.subject, subject],
  [words.year, year],
  [words.topic, topic || words.asRows],
  [words.section, section || words.asRows],
]
