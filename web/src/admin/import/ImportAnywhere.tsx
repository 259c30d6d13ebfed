// /admin/questions/import: a workbook into any part of the bank.

import { useQuery } from '@tanstack/react-query'
import {
  adminExamsQuery,
  all,
  examSubjectsQuery,
  type ImportTarget,
  subjectYearsQuery,
} from '@/api/queries/bank'
import { Page } from '@/ui/Page'
import { trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { Importer } from './Importer'
import { ListLink } from './ListLink'
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
        listLink={(target) => <Imported target={target} />}
      />
    </Page>
  )
}

/** The way to the year that was imported, which may be a new one. */
function Imported({ target }: { target: ImportTarget }) {
  const exams = useQuery(adminExamsQuery)
  const exam = exams.data?.find(({ slug }) => slug === target.exam)?._id ?? ''
  const subjects = useQuery({ ...examSubjectsQuery(exam), enabled: exam !== '' })
  const subject = subjects.data?.find(({ title }) => title === target.subject)?._id ?? ''
  const years = useQuery({ ...subjectYearsQuery(subject), enabled: subject !== '' })
  const year = years.data?.find((one) => String(one.year) === target.year)
  if (!subject) return null
  return (
    <ListLink
      to={
        year ? adminPaths.questions(all, subject, year._id, all) : adminPaths.subjectYears(subject)
      }
    />
  )
}
