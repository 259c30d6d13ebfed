// "Select Exam Type": the exams as radio cards, and where Next leads from each.
import { Alert, Anchor, Button, Group, VisuallyHidden } from '@mantine/core'
import { ArrowRight, GraduationCap, Play } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Exam } from '@/api/types'
import { paths } from '@/paths'
import { useFlow } from '@/stores/flow'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Loader } from '@/ui/Loader'
import { StepActions } from '@/ui/StepActions'
import { ExamMark } from './ExamMark'
import { messages } from './messages'
import { type Readiness, readiness } from './readiness'
import { useStudent } from './useStudent'

const words = messages.journey

export function ExamChoice({ exams }: { exams: Exam[] }) {
  const { subscriptions, registrations } = useStudent()
  const choose = useFlow((flow) => flow.choose)
  const remembered = useFlow((flow) => flow.examId)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(remembered)
  const [error, setError] = useState<string | null>(null)
  const why = useRef<HTMLDivElement>(null)

  if (exams.length === 0) return <EmptyState icon={GraduationCap} title={words.noExamTypes} />
  if (subscriptions.isError || registrations.isError) {
    const retry = () => Promise.all([subscriptions.refetch(), registrations.refetch()])
    return <ErrorState message={words.subscriptionFailed} onRetry={retry} />
  }
  if (!subscriptions.data || !registrations.data) return <Loader />

  const exam = exams.find((one) => one._id === chosen && one.status)
  const [held, registered] = [subscriptions.data, registrations.data]
  const ready = exam && readiness(exam, held, registered)
  const choice = (value: string | undefined) => {
    setChosen(value)
    setError(null)
  }

  const next = () => {
    if (!exam || !ready) return setError(words.chooseExam)
    if (ready.state !== 'ready') return why.current?.focus()
    const { subscription, registration } = ready
    choose({
      examId: exam._id,
      examSlug: exam.slug,
      examName: exam.title,
      logo: exam.logo ?? null,
      maximumSubjects: exam.maximumSubjects,
      examinationType: exam.examType,
      examType: exam.examType,
      universityId: (registration.university ?? subscription.university)?._id ?? null,
      userSubscription: subscription._id,
      regSubId: registration._id,
    })
    navigate(exam.examType === 'both' ? paths.examType : paths.modeOfAssessment)
  }

  return (
    <section>
      <ChoiceCards
        legend={words.selectExamType}
        minWidth={280}
        choices={exams.map((one) => ({
          value: one._id,
          title: one.title,
          logo: one.logo ?? null,
          icon: <ExamMark slug={one.slug} title={one.title} />,
          disabled: !one.status,
          badge: one.status ? undefined : words.comingSoon,
          extra: one.video_link && <VideoLink exam={one.title} href={one.video_link} />,
        }))}
        value={exam ? [exam._id] : []}
        onChange={([value]) => choice(value)}
        error={error}
      />
      {exam && ready && ready.state !== 'ready' && (
        <NotReady
          ref={why}
          state={ready.state}
          exam={exam.title}
          never={!held.some((one) => one.status)}
          instead={exams.filter(
            (one) => one.status && readiness(one, held, registered).state === 'ready',
          )}
          onChoose={choice}
        />
      )}
      <StepActions>
        <Button size="md" rightSection={<ArrowRight size={18} aria-hidden />} onClick={next}>
          {messages.common.next}
        </Button>
      </StepActions>
    </section>
  )
}

/** Says plainly why the chosen exam cannot be sat, and which can. */
function NotReady({ ref, state, exam, never, instead, onChoose }: NotReadyProps) {
  const unsubscribed = state === 'not-subscribed'
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      color="sun"
      mt="md"
      role="status"
      title={unsubscribed && never ? words.notSubscribed : undefined}
    >
      {unsubscribed ? words.needsSubscription(exam) : words.needsRegistration(exam)}
      {instead.length > 0 && (
        <Group gap="xs" mt="sm">
          {words.readyExams}
          {instead.map(({ _id, title }) => (
            <Button
              key={_id}
              size="compact-md"
              variant="default"
              aria-label={words.chooseReady(title)}
              onClick={() => onChoose(_id)}
            >
              {title}
            </Button>
          ))}
        </Group>
      )}
    </Alert>
  )
}

interface NotReadyProps {
  ref: Ref<HTMLDivElement>
  state: Exclude<Readiness['state'], 'ready'>
  exam: string
  /** No exam at all is subscribed. */
  never: boolean
  /** The exams that can be sat now. */
  instead: Exam[]
  onChoose: (id: string) => void
}

function VideoLink({ exam, href }: { exam: string; href: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" fz="sm" px="md">
      <Play size={14} aria-hidden /> {words.videoGuide}
      <VisuallyHidden>{words.videoGuideFor(exam)}</VisuallyHidden>
    </Anchor>
  )
}
