// The two import pages: into the part of the bank in the address, or anywhere.
import { Autocomplete, Button, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import {
  adminExamsQuery,
  all,
  examSubjectsQuery,
  lastYears,
  subjectYearQuery,
  subjectYearsQuery,
  topicSectionsQuery,
  universitiesQuery,
} from '@/shared/api/queries/bank'
import type { ImportTarget } from '@/shared/api/queries/bankFiles'
import type { SubjectYear } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { QueryView } from '@/shared/lazy/QueryView'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Page } from '@/shared/ui/Page'
import { trailTo } from '../bank/trail'
import { leaveTexts } from '../messages'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { Choose } from './Choose'
import { SampleButton } from './fileChoices'
import { importTexts, leaveImportTexts } from './messages'
import { Done, Preview, Running } from './Phases'
import { type ImportForm, type ImportValues, useImport, useImportForm } from './useImport'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { toApiError } from '@/shared/api/errors'
import { topicsQuery } from '@/shared/api/queries/enrolment'
import { required } from '../resource/formContext'

/** /admin/questions/import/…: the destination is in the address. */
export function ImportHere() {
  const { sectionId = all, subjectId = '', yearId = '', topicId = all } = useParams()
  const place = { sectionId, subjectId, yearId, topicId }
  const year = useQuery(subjectYearQuery(yearId))
  const topics = useQuery(topicSectionsQuery(subjectId, yearId))
  return (
    <Page
      title={importTexts.title}
      description={importTexts.hint}
      crumbs={<Crumbs trail={trailTo.importing(year.data, place)} here={importTexts.title} />}
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
                      <DescriptionList items={factsOf(exam.title, target)} />
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

/** The university of the year if it has exactly one; otherwise the editor must choose. */
function only(universities: SubjectYear['university']): string {
  const [first, ...rest] = universities
  return first && rest.length === 0 ? first.title : ''
}

const factsOf = (exam: string, target: ImportTarget): [string, string][] => [
  [importTexts.exam, exam],
  [importTexts.subject, target.subject],
  [importTexts.year, target.year],
  [importTexts.topic, target.topic || importTexts.asRows],
  [importTexts.section, target.section || importTexts.asRows],
]

const nowhere: ImportTarget = {
  exam: '',
  subject: '',
  year: '',
  university: '',
  topic: '',
  section: '',
}

/** /admin/questions/import: the destination is chosen. */
export function ImportAnywhere() {
  return (
    <Page
      title={importTexts.title}
      description={importTexts.hintAnywhere}
      crumbs={<Crumbs trail={trailTo.subject()} here={importTexts.title} />}
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

/** The link to the imported year, which may be new. */
function Imported({ values }: { values: ImportValues }) {
  const exams = useQuery(adminExamsQuery)
  const exam = exams.data?.find(({ slug }) => slug === values.exam)?._id ?? ''
  const subjects = useQuery({ ...examSubjectsQuery(exam), enabled: exam !== '' })
  const subject = subjects.data?.find(({ title }) => title === values.subject)?._id ?? ''
  const years = useQuery({ ...subjectYearsQuery(subject), enabled: subject !== '' })
  const year = years.data?.find((one) => String(one.year) === values.year)
  // Until the queries have finished, a new year would look missing.
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

/** The link from an import to its questions. */
const ListLink = ({ to }: { to: string }) => (
  <Button component={Link} to={to} leftSection={<ListChecks size={18} aria-hidden />}>
    {importTexts.viewQuestions}
  </Button>
)

/** The placeholder of the link while its target loads. */
const ListLinkToCome = () => (
  <Button loading aria-label={importTexts.viewQuestions}>
    {importTexts.viewQuestions}
  </Button>
)

/**
 * An import from choosing the file to the result: choose, preview (a dry run), confirm, done.
 */
function Importer({ target, fields, listLink }: ImporterProps) {
  const [params] = useSearchParams()
  const kind = params.get('kind') === 'theories' ? 'theories' : 'questions'
  const form = useImportForm(target, kind)
  const run = useImport(form)
  const { phase } = run
  const guard = useLeaveGuard(phase.is === 'importing', { ...leaveTexts, ...leaveImportTexts })
  return (
    <Stack gap="lg">
      {phase.is === 'choose' && (
        <Choose form={form} element={run.element} error={phase.error} onPreview={run.preview}>
          {fields(form)}
        </Choose>
      )}
      {phase.is === 'checking' && (
        <Running
          title={importTexts.checking}
          progress={phase.progress}
          position={phase.position}
          onCancel={run.back}
        />
      )}
      {phase.is === 'preview' && (
        <Preview
          report={phase.report}
          previewed={phase.previewed}
          error={phase.error}
          onConfirm={(report, allOrNothing) => run.confirm(report, phase.previewed, allOrNothing)}
          onCancel={run.back}
          onSaveRows={run.saveRows}
          load={run.loadPreview}
        />
      )}
      {phase.is === 'importing' && (
        <Running
          title={importTexts.importing}
          progress={phase.progress}
          position={phase.position}
          cancelling={phase.cancelling}
          onCancel={run.cancel}
        />
      )}
      {phase.is === 'done' && (
        <Done
          report={phase.report}
          stopped={phase.stopped}
          onAgain={run.again}
          onSaveRows={run.saveRows}
          link={listLink(form.values)}
        />
      )}
      {guard.dialog}
    </Stack>
  )
}

interface ImporterProps {
  /** The known part of the destination. */
  target: ImportTarget
  /** The fields that remain to be chosen. */
  fields: (form: ImportForm) => ReactNode
  /** The link to the imported questions. */
  listLink: (values: ImportValues) => ReactNode
}

/**
 * The destination of a file: exam, subject and year; topic and section for rows without one.
 */
function TargetFields({ form }: { form: ImportForm }) {
  const exams = useQuery(adminExamsQuery)
  const { exam, subject, topic } = form.values
  const examId = exams.data?.find(({ slug }) => slug === exam)?._id ?? ''
  const subjects = useQuery({ ...examSubjectsQuery(examId), enabled: examId !== '' })
  const subjectId = subjects.data?.find(({ title }) => title === subject)?._id ?? ''
  const topics = useQuery({ ...topicsQuery(subjectId), enabled: subjectId !== '' })
  // Several topics may have the same title; each title is listed once.
  const titles = [...new Set(topics.data?.map(({ title }) => title))]
  const sections = topics.data?.find(({ title }) => title === topic)?.topicSections ?? []

  // Changing a choice clears those that depend on it.
  const choose = (values: Partial<typeof form.values>) => {
    form.setValues({ topic: '', section: '', ...values })
    for (const name of Object.keys(values)) form.clearFieldError(name)
  }

  return (
    <QueryView query={exams}>
      {(list) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label={importTexts.exam}
            {...required()}
            data={[
              { value: '', label: importTexts.chooseExam },
              ...list.map(({ slug, title }) => ({ value: slug, label: title })),
            ]}
            {...form.getInputProps('exam')}
            onChange={(event) =>
              choose({ exam: event.currentTarget.value, subject: '', university: '' })
            }
          />
          <NativeSelect
            label={importTexts.subject}
            description={importTexts.columnsHint}
            disabled={examId === ''}
            data={[
              {
                value: '',
                label: subjects.isLoading ? importTexts.waiting : importTexts.chooseSubject,
              },
              ...[...new Set(subjects.data?.map(({ title }) => title))],
            ]}
            {...form.getInputProps('subject')}
            onChange={(event) => choose({ subject: event.currentTarget.value })}
          />
          <NativeSelect
            label={importTexts.year}
            data={[{ value: '', label: importTexts.chooseYear }, ...lastYears().map(String)]}
            {...form.getInputProps('year')}
          />
          {exam === postUtme && <UniversityField form={form} />}
          <Autocomplete
            label={importTexts.topic}
            description={importTexts.topicHint}
            data={titles}
            {...form.getInputProps('topic')}
          />
          <Autocomplete
            label={importTexts.section}
            description={importTexts.sectionHint}
            data={[...new Set(sections.map(({ section_name }) => section_name))]}
            {...form.getInputProps('section')}
          />
        </SimpleGrid>
      )}
    </QueryView>
  )
}

/** The university of the test; only for POST UTME. */
function UniversityField({ form }: { form: ImportForm }) {
  const query = useQuery(universitiesQuery)
  const props = form.getInputProps('university')
  return (
    <NativeSelect
      label={importTexts.university}
      {...required()}
      data={[
        { value: '', label: query.isPending ? importTexts.waiting : importTexts.chooseUniversity },
        ...(query.data ?? []).map(({ title }) => title),
      ]}
      {...props}
      error={props.error ?? (query.isError && toApiError(query.error).errMessage)}
    />
  )
}
