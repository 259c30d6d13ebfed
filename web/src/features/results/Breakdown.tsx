// Correct, incorrect and unseen: as a doughnut, and as numbers for whoever cannot see it.
import { Title } from '@mantine/core'
import { Check, CircleDashed, X } from 'lucide-react'
import type { Quiz } from '@/shared/api/types'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { Doughnut } from '@/shared/ui/Doughnut'
import { Panel } from '@/shared/ui/Panel'
import { resultsTexts } from './messages'
import styles from './results.module.css'

export function Breakdown({ quiz }: { quiz: Quiz }) {
  const parts = [
    { key: 'good', label: resultsTexts.correct, value: quiz.correctCount, icon: Check },
    { key: 'bad', label: resultsTexts.incorrect, value: quiz.wrongCount, icon: X },
    { key: 'neutral', label: resultsTexts.unseen, value: quiz.unseenCount, icon: CircleDashed },
  ]
  return (
    <Panel component="section" aria-label={resultsTexts.answers}>
      <Title order={2} mb="md">
        {resultsTexts.answers}
      </Title>
      <div className={styles.breakdown}>
        <Doughnut parts={parts.map(({ key, value }) => ({ value, color: `var(--sabi-${key})` }))}>
          {formatPercent(quiz.accuracy)}
        </Doughnut>
        <dl className={styles.legend}>
          {parts.map(({ key, label, value, icon: Icon }) => (
            <div key={key}>
              <dt>
                <Icon
                  size={18}
                  strokeWidth={2.5}
                  color={`var(--sabi-${value === 0 ? 'neutral' : key})`}
                  aria-hidden
                />
                {label}
              </dt>
              <dd>{formatNumber(value)}</dd>
            </div>
          ))}
          <div>
            <dt>{resultsTexts.questions}</dt>
            <dd>{formatNumber(quiz.questionCount)}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  )
}
