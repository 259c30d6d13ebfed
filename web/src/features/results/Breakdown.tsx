// Correct, incorrect and unseen: as a doughnut, and as numbers for whoever cannot see it.
import { Title } from '@mantine/core'
import { Check, CircleDashed, X } from 'lucide-react'
import type { Quiz } from '@/api/types'
import { Doughnut } from '@/ui/Doughnut'
import { formatPercent } from '@/ui/format'
import { Panel } from '@/ui/Panel'
import styles from './results.module.css'

export function Breakdown({ quiz }: { quiz: Quiz }) {
  const parts = [
    { key: 'good', label: 'Correct', value: quiz.correctCount, icon: Check },
    { key: 'bad', label: 'Incorrect', value: quiz.wrongCount, icon: X },
    { key: 'neutral', label: 'Unseen', value: quiz.unseenCount, icon: CircleDashed },
  ]
  return (
    <Panel component="section" aria-label="Answers">
      <Title order={2} mb="md">
        Answers
      </Title>
      <div className={styles.breakdown}>
        <Doughnut parts={parts.map(({ key, value }) => ({ value, color: `var(--sabi-${key})` }))}>
          {formatPercent(quiz.accuracy)}
        </Doughnut>
        <dl className={styles.legend}>
          {parts.map(({ key, label, value, icon: Icon }) => (
            <div key={key}>
              <dt>
                <Icon size={18} strokeWidth={2.5} color={`var(--sabi-${key})`} aria-hidden />
                {label}
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>Questions</dt>
            <dd>{quiz.questionCount}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  )
}
