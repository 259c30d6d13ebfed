// Requests the one change of registered subjects, except mandatory ones (spec 2 §2.10, §5).
import { Alert, Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { courseSubjectsQuery } from '@/shared/api/queries/enrolment'
import { cacheRegistration, saveSubjects } from '@/shared/api/queries/register'
import type { CourseSubject, Registration } from '@/shared/api/types'
import { type ExamState, ExamStep, PrevLink } from '@/shared/flow/ExamStep'
import { afterSubscription, isFull, registeredCount } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { focusFirstError } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { Skeleton } from '@/shared/ui/states'
import { enrolmentTexts } from './messages'
import { Confirm } from './parts'

// The rules for change requests (spec 2 §5), without UI or network.

interface Wanted {
  /** The ids of the registered subjects, in order. */
  held: string[]
  /** The requested replacement by registered subject. */
  instead: Record<string, string>
}

/** The registered subjects after the change. */
const replaced = ({ held, instead }: Wanted) => held.map((id) => instead[id] || id)

/** The registered subjects whose replacement is already registered. */
function twice(wanted: Wanted): string[] {
  const all = replaced(wanted)
  return wanted.held.filter((id) => {
    const next = wanted.instead[id]
    return next ? wanted.held.includes(next) || all.filter((one) => one === next).length > 1 : false
  })
}

/** Whether a change is requested. */
const isAnyNew = ({ instead }: Wanted) => Object.values(instead).some(Boolean)

export function SavedSubjectsUpdate() {
  const examId = useFlow((flow) => flow.examId)
  // The exam is chosen in the table.
  if (examId === undefined) return <Navigate to={paths.savedSubjects} replace />
  return (
    <ExamStep has="subjects">
      {(state) => (
        <Page title={enrolmentTexts.updateTitle} description={state.exam.title}>
          <Stack gap="md">
            <Body {...state} />
          </Stack>
        </Page>
      )}
    </ExamStep>
  )
}

function Body(state: ExamState<'subjects'>) {
  const { exam, universityId } = state
  const { registration } = exam
  const courseId = registration?.course?._id ?? null
  const subjects = useQuery(courseSubjectsQuery({ examId: exam._id, courseId, universityId }))
  if (!registration) return null
  const { updateRequest, subjectsUpdate } = registration
  if (updateRequest || subjectsUpdate.length > 0) return <Used registration={registration} />
  if (!isFull(exam)) return <NotYet {...state} />
  if (registration.subjects.every(({ mandetory }) => mandetory)) return <AllStay />
  return (
    <QueryView query={subjects} waiting={<Skeleton count={1} height={360} />}>
      {(all) => <Form {...state} registration={registration} all={all} />}
    </QueryView>
  )
}

/** The one change was already requested or made. */
function Used({ registration: { subjectsUpdate } }: { registration: Registration }) {
  return (
    <>
      <Alert title={enrolmentTexts.alreadyChanged}>
        {subjectsUpdate.length > 0 && (
          <>
            {enrolmentTexts.requestWaits}
            <br />
            {enrolmentTexts.askedFor(subjectsUpdate.map(({ title }) => title).join(', '))}
          </>
        )}
      </Alert>
      <StepActions back={<PrevLink to={paths.savedSubjects} />}>{null}</StepActions>
    </>
  )
}

/** No subject can be changed. */
function AllStay() {
  return (
    <>
      <Alert>{enrolmentTexts.allMandatory}</Alert>
      <StepActions back={<PrevLink to={paths.savedSubjects} />}>{null}</StepActions>
    </>
  )
}

function NotYet({ exam }: ExamState<'subjects'>) {
  const [have, most] = [registeredCount(exam), exam.maximumSubjects].map(formatNumber)
  return (
    <>
      <Alert color="sun">{enrolmentTexts.registerAllFirst(have ?? '', most ?? '')}</Alert>
      <StepActions back={<PrevLink to={paths.savedSubjects} />}>
        <Button component={Link} to={afterSubscription(exam.slug)} size="md">
          {enrolmentTexts.registerSubjects}
        </Button>
      </StepActions>
    </>
  )
}

function Form({ exam, subscription, registration, all }: FormProps) {
  const user = useUserId() ?? ''
  const client = useQueryClient()
  const navigate = useNavigate()
  const element = useRef<HTMLDivElement>(null)
  const [instead, setInstead] = useState<Record<string, string>>({})
  const [checked, setChecked] = useState(false)
  const [asking, setAsking] = useState(false)

  const wanted = { held: registration.subjectsProcessed, instead }
  const wrong = twice(wanted)
  const titles = new Map([...registration.subjects, ...all].map(({ _id, title }) => [_id, title]))
  const send = useMutationOnce({
    mutationFn: () =>
      saveSubjects({
        userId: user,
        examId: exam._id,
        categoryId: registration.category?._id ?? null,
        courseId: registration.course?._id ?? null,
        userSubscription: subscription._id,
        subjects: [],
        subjectsUpdate: replaced(wanted),
      }),
    onSuccess: (now) => {
      cacheRegistration(client, now)
      notify.success(enrolmentTexts.askedToast)
      navigate(paths.savedSubjects)
    },
  })
  const next = () => {
    setChecked(true)
    if (isAnyNew(wanted) && wrong.length === 0) setAsking(true)
    else focusFirstError(element)
  }
  const decline = () => {
    if (send.isPending) return
    setAsking(false)
    send.reset()
  }
  const nothing = checked && !isAnyNew(wanted)
  return (
    <>
      <Text>
        {enrolmentTexts.updateText} {enrolmentTexts.mandatoryStay}
      </Text>
      <Panel>
        <Stack gap="md" ref={element}>
          {registration.subjects
            .filter(({ mandetory }) => !mandetory)
            .map(({ _id, title }, i) => (
              <NativeSelect
                key={_id}
                label={enrolmentTexts.replaceBy(title)}
                value={instead[_id] ?? ''}
                error={
                  wrong.includes(_id)
                    ? enrolmentTexts.alreadyHeld
                    : nothing && i === 0
                      ? enrolmentTexts.selectNew
                      : undefined
                }
                data={[
                  { value: '', label: enrolmentTexts.keep },
                  ...all
                    .filter((one) => one._id !== _id && !one.mandetory)
                    .map((one) => ({ value: one._id, label: one.title })),
                ]}
                onChange={(event) => {
                  setInstead({ ...instead, [_id]: event.currentTarget.value })
                  setChecked(false)
                }}
              />
            ))}
        </Stack>
      </Panel>
      <StepActions back={<PrevLink to={paths.savedSubjects} />}>
        <Button size="md" onClick={next}>
          {enrolmentTexts.ask}
        </Button>
      </StepActions>
      {asking && (
        <Confirm
          title={enrolmentTexts.askTitle}
          yes={enrolmentTexts.yes}
          no={enrolmentTexts.no}
          busy={send.isPending}
          error={send.error && toApiError(send.error)}
          onYes={() => send.mutate()}
          onNo={decline}
          onClose={decline}
        >
          <ul>
            {Object.entries(instead).map(
              ([now, then]) =>
                then && (
                  <li key={now}>
                    {enrolmentTexts.insteadOf(titles.get(now) ?? '', titles.get(then) ?? '')}
                  </li>
                ),
            )}
          </ul>
          <Text>{enrolmentTexts.askText}</Text>
        </Confirm>
      )}
    </>
  )
}

interface FormProps extends ExamState<'subjects'> {
  registration: Registration
  /** All subjects of the course. */
  all: CourseSubject[]
}
