// The meaning of each grade, once per page, with its shortcut.
import { Kbd, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { meaningOf, steps } from '@/shared/exams/gradeSteps'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Panel'
import { words } from './messages'
import styles from './theory.module.css'

export function Rubric({ keys = false }: { keys?: boolean }) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="sm">
        {words.rubric}
      </Title>
      <dl className={styles.rubric}>
        {steps.map((step, i) => (
          <div key={step}>
            <dt>
              {keys && <Kbd mr="xs">{formatNumber(i + 1)}</Kbd>}
              <b>{formatPercent(step)}</b>
            </dt>
            <dd>{meaningOf(step)}</dd>
          </div>
        ))}
      </dl>
      {keys && (
        <Text fz="sm" c="dimmed" mt="sm">
          {words.keysHint}
        </Text>
      )}
    </Panel>
  )
}
