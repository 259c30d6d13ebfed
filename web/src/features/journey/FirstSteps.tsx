// The three steps to a new student's first test, with the way to the next of them.
import { Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { ArrowRight, Check } from 'lucide-react'
import { Link } from 'react-router'
import type { ExamChoice } from '@/shared/api/types'
import { ExamBadge } from '@/shared/exams/ExamBadge'
import { useFlow } from '@/shared/flow/useFlow'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { Panel } from '@/shared/ui/Panel'
import { journeyTexts } from './messages'
import { registeredSubjects } from './registered'

const hasSubjects = (exam: ExamChoice) => registeredSubjects(exam).length > 0

export function FirstSteps({ exams }: { exams: ExamChoice[] }) {
  const remembered = useFlow((flow) => flow.examId)
  const open = exams.filter(({ status }) => status)
  const exam =
    open.find(hasSubjects) ??
    open.find(({ _id }) => _id === remembered) ??
    open.find(({ subscriptions }) => subscriptions.length > 0)
  const at = exam === undefined ? 0 : hasSubjects(exam) ? 2 : 1
  return (
    <Panel component="section" aria-labelledby="first-steps">
      <Title order={2} id="first-steps" mb="md">
        {journeyTexts.threeSteps}
      </Title>
      <Stack component="ol" gap="md" m={0} mb="lg" p={0} style={{ listStyle: 'none' }}>
        {journeyTexts.firstSteps.map(({ title, text }, i) => (
          <Group
            key={title}
            component="li"
            gap="sm"
            wrap="nowrap"
            aria-current={i === at ? 'step' : undefined}
          >
            <ThemeIcon
              size={36}
              radius="xl"
              variant={i > at ? 'default' : i === at ? 'light' : 'filled'}
              fw={700}
              aria-hidden
            >
              {i < at ? <Check size={18} strokeWidth={3} /> : formatNumber(i + 1)}
            </ThemeIcon>
            <div style={{ flex: 1 }}>
              <Text fw={650}>
                {title}
                {i < at && ` (${journeyTexts.stepDone})`}
              </Text>
              <Text fz="sm" c="dimmed">
                {i === 0 && exam ? exam.title : text}
              </Text>
            </div>
            {i === 0 && exam && <ExamBadge exam={exam} side={32} />}
          </Group>
        ))}
      </Stack>
      <Button
        component={Link}
        to={exam ? paths.practiseExam(exam.slug) : paths.practise}
        size="md"
        rightSection={<ArrowRight size={18} aria-hidden />}
      >
        {journeyTexts.firstSteps[at]?.title}
      </Button>
    </Panel>
  )
}
