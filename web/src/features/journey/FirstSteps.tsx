// The three steps to a new student's first test, with the way to the next of them.
import { Button, Text, Title } from '@mantine/core'
import { ArrowRight, Check } from 'lucide-react'
import { Link } from 'react-router'
import type { ExamChoice } from '@/api/types'
import { formatNumber } from '@/i18n/format'
import { paths } from '@/paths'
import { ExamBadge } from '@/shell/ExamBadge'
import { registeredCount } from '@/shell/steps'
import { useFlow } from '@/stores/flow'
import { Panel } from '@/ui/Panel'
import styles from './FirstSteps.module.css'
import { messages } from './messages'

const words = messages.journey

export function FirstSteps({ exams }: { exams: ExamChoice[] }) {
  const remembered = useFlow((flow) => flow.examId)
  const open = exams.filter(({ status }) => status)
  const exam =
    open.find(registeredCount) ??
    open.find(({ _id }) => _id === remembered) ??
    open.find(({ subscriptions }) => subscriptions.length > 0)
  const at = exam === undefined ? 0 : registeredCount(exam) === 0 ? 1 : 2
  return (
    <Panel component="section" aria-labelledby="first-steps">
      <Title order={2} id="first-steps" mb="md">
        {words.threeSteps}
      </Title>
      <ol className={styles.steps}>
        {words.firstSteps.map(({ title, text }, i) => (
          <li key={title} aria-current={i === at ? 'step' : undefined}>
            <span className={styles.number} data-done={i < at || undefined} aria-hidden>
              {i < at ? <Check size={18} strokeWidth={3} /> : formatNumber(i + 1)}
            </span>
            <div>
              <Text fw={650}>
                {title}
                {i < at && ` (${words.stepDone})`}
              </Text>
              <Text fz="sm" c="dimmed">
                {text}
              </Text>
            </div>
            {i === 0 && exam && <ExamBadge exam={exam} side={32} />}
          </li>
        ))}
      </ol>
      <Button
        component={Link}
        to={exam ? paths.practiseExam(exam.slug) : paths.practise}
        size="md"
        rightSection={<ArrowRight size={18} aria-hidden />}
      >
        {words.firstSteps[at]?.title}
      </Button>
    </Panel>
  )
}
