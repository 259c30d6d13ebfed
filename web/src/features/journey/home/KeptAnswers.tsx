// Answers that wait on this device in tests whose window is closed: where they can be sent,
// or what became of them is told.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { KeptTest } from '@/shared/attempt/keptAnswers'
import { plural } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Panel'
import { studentHomeTexts } from './messages'

export function KeptAnswers({ tests }: { tests: KeptTest[] }) {
  return (
    <Panel component="section" aria-labelledby="kept">
      <Title order={2} id="kept" mb={4}>
        {studentHomeTexts.keptTitle}
      </Title>
      <Text fz="sm" c="dimmed" mb="sm">
        {studentHomeTexts.keptText}
      </Text>
      <Stack gap="md">
        {tests.map((test) => (
          <KeptRow key={test.id} test={test} />
        ))}
      </Stack>
    </Panel>
  )
}

function KeptRow({ test: { title, path, waiting } }: { test: KeptTest }) {
  return (
    <Group justify="space-between" gap="md">
      <div>
        <Text fw={650}>{title}</Text>
        <Text fz="sm" c="dimmed">
          {plural(studentHomeTexts.notSent, waiting)}
        </Text>
      </div>
      <Button
        component={Link}
        to={path}
        variant="light"
        aria-label={studentHomeTexts.openOf(title)}
      >
        {studentHomeTexts.open}
      </Button>
    </Group>
  )
}
