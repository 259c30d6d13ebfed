// One subject's topics as checkboxes, sections beneath; a parent ticks all of its own.
import '@mantine/core/styles/Divider.layer.css'
import { Checkbox, Divider, Group, Stack, Text, Title } from '@mantine/core'
import type { Topic } from '@/api/types'
import { Panel } from '@/ui/Panel'
import { messages } from './messages'
import { partsOf } from './topics'

const words = messages.journey

export function TopicTree({ subject, topics, chosen, onChange }: TopicTreeProps) {
  const all = topics.flatMap(partsOf)
  const parent = (ids: string[]) => {
    const on = ids.filter((id) => chosen.includes(id)).length
    return {
      checked: ids.length > 0 && on === ids.length,
      indeterminate: on > 0 && on < ids.length,
      onChange: () => onChange(ids, on < ids.length),
    }
  }
  return (
    <Panel component="section" aria-label={subject}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{subject}</Title>
        {all.length > 0 && (
          <Checkbox
            label={words.selectAll}
            aria-label={words.selectAllOf(subject)}
            {...parent(all)}
          />
        )}
      </Group>
      {all.length === 0 && <Text c="dimmed">{words.noTopics}</Text>}
      <Stack gap="sm">
        {topics.map((topic, i) => (
          <div key={topic._id}>
            {i > 0 && <Divider mb="sm" color="var(--sabi-line)" />}
            <Checkbox label={topic.title} fw={600} {...parent(partsOf(topic))} />
            {topic.topicSections.length > 1 && (
              <Group gap="md" mt="xs" pl={32}>
                {topic.topicSections.map((section) => (
                  <Checkbox
                    key={section._id}
                    size="sm"
                    label={section.section_name}
                    checked={chosen.includes(section._id)}
                    onChange={(event) => onChange([section._id], event.currentTarget.checked)}
                  />
                ))}
              </Group>
            )}
          </div>
        ))}
      </Stack>
    </Panel>
  )
}

interface TopicTreeProps {
  subject: string
  topics: Topic[]
  /** Ids ticked, of all subjects. */
  chosen: string[]
  onChange: (ids: string[], on: boolean) => void
}
