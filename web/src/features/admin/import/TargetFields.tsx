// The destination of a file: exam, subject and year; topic and section for rows without one.

import '@mantine/core/styles/SimpleGrid.layer.css'
import { Autocomplete, NativeSelect, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { adminExamsQuery, examSubjectsQuery, universitiesQuery } from '@/shared/api/queries/bank'
import { topicsQuery } from '@/shared/api/queries/catalogue'
import { postUtme } from '@/shared/exams/exams'
import { QueryView } from '@/shared/lazy/QueryView'
import { required } from '@/shared/ui/required'
import { lastYears } from '../bank/examYears'
import type { ImportForm } from './form'
import { importTexts } from './messages'

export function TargetFields({ form }: { form: ImportForm }) {
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
export function UniversityField({ form }: { form: ImportForm }) {
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
