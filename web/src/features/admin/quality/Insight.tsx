// The statistics of a question from students' answers, and its uses.
import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { figuresQuery, usesQuery } from '@/shared/api/queries/bankQuality'
import type { QuestionFigures } from '@/shared/api/types'
import { formatDateTime, formatNumber, formatPercent, letterOf } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Bar } from '@/shared/ui/Bar'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Panel } from '@/shared/ui/Page'
import { RichText } from '@/shared/ui/RichText'
import { insightTexts, qualityTexts } from './messages'
import styles from './quality.module.css'

export function Insight({ id }: { id: string }) {
  const figures = useQuery(figuresQuery(id))
  const uses = useQuery(usesQuery(id))
  return (
    <Stack gap="lg">
      <Panel component="section" aria-label={insightTexts.figures}>
        <Title order={2} mb="md">
          {insightTexts.figures}
        </Title>
        <QueryView query={figures}>{(found) => <Figures figures={found} />}</QueryView>
      </Panel>
      <Panel component="section" aria-label={insightTexts.uses}>
        <Title order={2} mb="md">
          {insightTexts.uses}
        </Title>
        <QueryView query={uses}>
          {({ results, running, lastUsed }) => (
            <DescriptionList
              items={[
                [insightTexts.results, formatNumber(results)],
                [insightTexts.running, formatNumber(running)],
                [insightTexts.lastUsed, lastUsed ? formatDateTime(lastUsed) : insightTexts.never],
              ]}
            />
          )}
        </QueryView>
      </Panel>
    </Stack>
  )
}

type Chosen = QuestionFigures['options'][number]

function Figures({ figures }: { figures: QuestionFigures }) {
  const { attempts, right, facility, difficulty, discrimination, options, flag } = figures
  if (attempts === 0) return <Text c="dimmed">{insightTexts.noAnswers}</Text>
  const columns: Column<Chosen>[] = [
    {
      key: 'option',
      title: insightTexts.option,
      main: true,
      render: ({ option, correct }, i) => (
        <Group gap="xs" wrap="nowrap">
          <strong>{letterOf(i)}</strong>
          <RichText html={option} inline />
          {correct && (
            <Check
              size={18}
              role="img"
              aria-label={insightTexts.rightOne}
              className={styles.right}
            />
          )}
        </Group>
      ),
    },
    {
      key: 'chosen',
      title: insightTexts.chosen,
      render: ({ chosen, correct }) => {
        const percent = (chosen / attempts) * 100
        return (
          <div className={styles.share}>
            <span>
              {qualityTexts.share(formatNumber(chosen), formatPercent(Math.round(percent)))}
            </span>
            <Bar percent={percent} verdict={correct ? 'good' : undefined} />
          </div>
        )
      },
    },
    {
      key: 'discrimination',
      title: insightTexts.discrimination,
      align: 'right',
      render: (one) => twoDecimals(one.discrimination),
    },
  ]
  return (
    <Stack>
      {flag && (
        <Alert
          color="red"
          icon={<TriangleAlert size={18} aria-hidden />}
          title={insightTexts.flagged}
        >
          {insightTexts.flaggedBy(letterOf(options.findIndex(({ _id }) => _id === flag.option)))}
        </Alert>
      )}
      <DescriptionList
        items={[
          [insightTexts.attempts, formatNumber(attempts)],
          [insightTexts.right, formatNumber(right)],
          [
            insightTexts.facility,
            facility === null ? insightTexts.unknown : formatPercent(facility * 100),
          ],
          [insightTexts.difficulty, difficultyInWords(difficulty)],
          [insightTexts.discrimination, twoDecimals(discrimination)],
        ]}
      />
      <Text fz="sm" c="dimmed">
        {insightTexts.facilityHint} {insightTexts.difficultyHint} {insightTexts.discriminationHint}
      </Text>
      <DataTable
        label={insightTexts.options}
        columns={columns}
        rows={options}
        rowKey={({ _id }) => _id}
      />
    </Stack>
  )
}

/** "Hard (1.2)", or a text if there are too few answers. */
export function difficultyInWords(value: number | null): string {
  if (value === null) return insightTexts.unknown
  const grade =
    value < 0
      ? ([insightTexts.easy, insightTexts.veryEasy] as const)
      : ([insightTexts.hard, insightTexts.veryHard] as const)
  const distance = Math.abs(value)
  const named = distance < 0.5 ? insightTexts.average : grade[distance < 1.5 ? 0 : 1]
  return insightTexts.difficultyOf(named, formatNumber(Math.round(value * 10) / 10))
}

/** "0.42", or a text if there are too few answers. */
export const twoDecimals = (value: number | null) =>
  value === null ? insightTexts.unknown : formatNumber(Math.round(value * 100) / 100)
