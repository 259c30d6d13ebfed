// /admin/questions/import: a workbook into any part of the bank.

import { useQuery } from '@tanstack/react-query'
import { adminExamsQuery, all, examSubjectsQuery, subjectYearsQuery } from '@/api/queries/bank'
import type { ImportTarget } from '@/api/queries/bankFiles'
import { Page } from '@/ui/Page'
import { trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import type { ImportValues } from './form'
import { Importer, ListLink, ListLinkToCome } from './Importer'
import { words } from './messages'
import { SampleButton } from './SampleButton'
import { TargetFields } from './TargetFields'

const nowhere: ImportTarget = {
  exam: '',
  subject: '',
  year: '',
  university: '',
  topic: '',
  section: '',
}

export function ImportAnywhere() {
  return (
    <Page
      title={words.title}
      description={words.hintAnywhere}
      crumbs={<Crumbs trail={trailTo.subject()} here={words.title} />}
      actions={<SampleButton />}
    >
      <Importer
        target={nowhere}
        fields={(form) => <TargetFields form={form} />}
        listLink={(values) => <Imported values={values} />}
      />
    </Page>
  )
}

/** The way to the year that was imported, which may be a new one. */
function Imported({ values }: { values: ImportValues }) {
  const exams = useQuery(adminExamsQuery)
  const exam = exams.data?.find(({ slug }) => slug === values.exam)?._id ?? ''
  const subjects = useQuery({ ...examSubjectsQuery(exam), enabled: exam !== '' })
  const subject = subjects.data?.find(({ title }) => title === values.subject)?._id ?? ''
  const years = useQuery({ ...subjectYearsQuery(subject), enabled: subject !== '' })
  const year = years.data?.find((one) => String(one.year) === values.year)
  // Until the answers are in, a new year would be taken for one that is missing.
  if ([exams, subjects, years].some(({ isFetching }) => isFetching)) return <ListLinkToCome />
  if (!subject) return null
  if (!year) return <ListLink to={adminPaths.subjectYears(subject)} />
  return (
    <ListLink
      to={
        values.kind === 'theories'
          ? adminPaths.theories(all, subject, year._id)
          : adminPaths.questions(all, subject, year._id, all)
      }
    />
  )
}
