// The way to the first test of whoever has registered subjects and sat none.
import { Button, Text, Title } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ExamChoice } from '@/api/types'
import { paths } from '@/paths'
import { takeUp } from '@/shell/steps'
import { Panel } from '@/ui/Panel'
import { messages } from './messages'

const words = messages.home

export function FirstTest({ exam }: { exam: ExamChoice }) {
  const navigate = useNavigate()
  const begin = () => {
    takeUp(exam, exam.registration?.university?._id ?? null)
    navigate(paths.examType)
  }
  return (
    <Panel component="section" aria-labelledby="first-test">
      <Title order={2} id="first-test" mb={4}>
        {words.firstTest}
      </Title>
      <Text c="dimmed" mb="md">
        {words.firstTestText(exam.title)}
      </Text>
      <Button rightSection={<ArrowRight size={18} aria-hidden />} onClick={begin}>
        {words.begin}
      </Button>
    </Panel>
  )
}
