// One subject's topics: a line that says how many are chosen, and opens to checkboxes, sections
// beneath; a parent ticks all of its own.
import { Group, Stack, Text, Title } from '@mantine/core'
import type { Topic } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import { Checkbox } from '@/shared/ui/Checkbox'
import { Panel } from '@/shared/ui/Page'
import { journeyTexts } from './messages'
import styles from './TopicTree.module.css'

/** What can be ticked under a topic: its sections, or itself where it has none. */
export const partsOf = ({ _id, topicSections }: Topic): string[] =>
  topicSections.length > 0 ? topicSections.map((section) => section._id) : [_id]

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
  if (all.length === 0) {
    return (
      <Panel component="section" aria-label={subject}>
        <Title order={2}>{subject}</Title>
        <Text c="dimmed">{journeyTexts.noTopics}</Text>
      </Panel>
    )
  }
  const on = all.filter((id) => chosen.includes(id)).length
  return (
    <Panel component="section" aria-label={subject}>
      <details>
        <summary className={styles.summary}>
          <Title order={2} fz="md">
            {subject}
          </Title>
          <span className={styles.chosen}>
            {on === all.length
              ? journeyTexts.allTopics
              : journeyTexts.someTopics(formatNumber(on), formatNumber(all.length))}
          </span>
          <span className={styles.change}>{journeyTexts.change}</span>
        </summary>
        <Checkbox
          style={{ marginBlock: 16 }}
          label={journeyTexts.selectAll}
          aria-label={journeyTexts.selectAllOf(subject)}
          {...parent(all)}
        />
        <Stack gap="sm">
          {topics.map((topic) => (
            <div key={topic._id}>
              <hr className={styles.line} />
              <Checkbox
                label={topic.title}
                style={{ fontWeight: 600 }}
                {...parent(partsOf(topic))}
              />
              {topic.topicSections.length > 1 && (
                <Group gap="md" mt="xs" pl={32}>
                  {topic.topicSections.map((section) => (
                    <Checkbox
                      key={section._id}
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
      </details>
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
