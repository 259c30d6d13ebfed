// The courses of a category, each with the subjects that it requires for the exam. A long list is
// narrowed by a part of the name: subjects are asked for the courses in sight alone.
import { Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { bankSizesQuery, courseSubjectsQuery, coursesQuery } from '@/shared/api/queries/enrolment'
import type { Course, ExamChoice, Ref } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { ChoiceCards } from '@/shared/ui/ChoiceCards'
import { Skeleton } from '@/shared/ui/Skeleton'
import { enrolTexts } from './enrolMessages'

/** Courses in sight. */
const MOST = 12
/** Milliseconds without a key after which the list follows what was typed. */
const PAUSE = 300

const CARD_WIDTH = 240
/** As tall as cards with two lines of subjects. */
const waiting = <Skeleton count={4} height={102} width={CARD_WIDTH} />
/** Two lines, before the subjects are known too. */
const reserved = { display: 'block', minHeight: '3.1em' }

export function Courses({ categoryId, exam, universityId, value, onChange }: CoursesProps) {
  const courses = useQuery(coursesQuery(categoryId))
  const { data: sizes, isPending } = useQuery(bankSizesQuery)
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim().toLowerCase(), PAUSE)
  const open = sizes?.find((one) => one.exam === exam._id)?.courses
  const isSoon = ({ _id }: Course) => sizes !== undefined && !open?.includes(_id)
  return (
    <QueryView query={courses} waiting={waiting}>
      {(all) => {
        // Not before it is known which courses have questions; if that fails, none is held back.
        if (isPending) return waiting
        if (all.length === 0) return <Text c="dimmed">{enrolTexts.noCourses}</Text>
        const found = all.filter(({ title }) => title.toLowerCase().includes(text))
        const shown = found.slice(0, MOST)
        return (
          <Stack gap="sm">
            {all.length > MOST && (
              <TextInput
                type="search"
                aria-label={enrolTexts.findCourse}
                placeholder={enrolTexts.findCourse}
                leftSection={<Search size={16} aria-hidden />}
                maw={420}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
            <ChoiceCards
              legend={enrolTexts.chooseCourse}
              minWidth={CARD_WIDTH}
              choices={shown.map((course) => ({
                value: course._id,
                title: course.title,
                disabled: isSoon(course),
                badge: isSoon(course) ? enrolTexts.courseSoon : undefined,
                text: isSoon(course) ? undefined : (
                  <span style={reserved}>
                    <Required examId={exam._id} courseId={course._id} universityId={universityId} />
                  </span>
                ),
              }))}
              value={value === null ? [] : [value]}
              onChange={([id]) => {
                const course = all.find(({ _id }) => _id === id)
                if (course) onChange(course)
              }}
            />
            <Text fz="sm" c="dimmed" role="status">
              {shown.length === 0 && enrolTexts.noCourse(typed.trim())}
              {found.length > MOST && enrolTexts.manyCourses(formatNumber(found.length - MOST))}
            </Text>
          </Stack>
        )
      }}
    </QueryView>
  )
}

interface CoursesProps {
  categoryId: string
  exam: ExamChoice
  universityId: string | null
  /** The id of the chosen one. */
  value: string | null
  onChange: (course: Ref) => void
}

/** The subjects that a course requires; nothing while they are not known. */
function Required(ask: { examId: string; courseId: string; universityId: string | null }) {
  const { data } = useQuery(courseSubjectsQuery(ask))
  if (data === undefined) return null
  if (data.length === 0) return enrolTexts.noneRequired
  return enrolTexts.requires(data.map(({ title }) => title).join(', '))
}
