// /admin/bank/stats: the size and completeness of each year of the bank.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminExamsQuery } from '@/shared/api/queries/bank'
import { bankStatsQuery } from '@/shared/api/queries/bankQuality'
import type { BankStats as YearStats } from '@/shared/api/types'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { usePages } from '@/shared/ui/usePages'
import { trailTo } from '../bank/trail'
import { Crumbs } from '../ui/Crumbs'
import { qualityTexts } from './messages'
import styles from './quality.module.css'
import { everything, ScopeFields } from './ScopeFields'

export function BankStats() {
  const [scope, setScope] = useState(everything)
  const query = useQuery(bankStatsQuery(scope))
  return (
    <Page
      title={qualityTexts.stats}
      description={qualityTexts.statsHint}
      crumbs={<Crumbs trail={trailTo.subject()} here={qualityTexts.stats} />}
      width={1120}
    >
      <Panel mb="lg">
        <ScopeFields scope={scope} onChange={setScope} />
      </Panel>
      <QueryView query={query}>
        {(rows) => <Years key={Object.values(scope).join()} rows={rows} />}
      </QueryView>
    </Page>
  )
}

const counts = ['questions', 'active', 'explained', 'pictured', 'theories'] as const

function Years({ rows }: { rows: YearStats[] }) {
  const exams = useQuery(adminExamsQuery)
  const [sort, setSort] = useState('')
  const nameOf = (slug: string) => exams.data?.find((exam) => exam.slug === slug)?.title ?? slug
  const columns: Column<YearStats>[] = [
    {
      key: 'subject',
      title: qualityTexts.subject,
      main: true,
      sort: 'subject',
      render: (row) => row.subject,
    },
    { key: 'exam', title: qualityTexts.exam, sort: 'exam', render: ({ exam }) => nameOf(exam) },
    { key: 'year', title: qualityTexts.year, sort: 'year', render: ({ year }) => year },
    ...counts.map(
      (name): Column<YearStats> => ({
        key: name,
        title: qualityTexts[name],
        sort: name,
        align: 'right',
        render: (row) =>
          name === 'questions' || name === 'theories' || row.questions === 0
            ? formatNumber(row[name])
            : qualityTexts.share(
                formatNumber(row[name]),
                formatPercent(Math.floor((row[name] / row.questions) * 100)),
              ),
      }),
    ),
  ]
  const sum = (name: (typeof counts)[number]) => rows.reduce((all, row) => all + row[name], 0)
  const { shown, paging, toFirst } = usePages(sortedBy(rows, sort), 20)
  return (
    <Panel>
      <div className={styles.sums}>
        <DescriptionList
          items={counts.map((name) => [qualityTexts[name], formatNumber(sum(name))])}
        />
      </div>
      <DataTable
        label={qualityTexts.stats}
        columns={columns}
        rows={shown}
        rowKey={({ exam, subject, year }) => `${exam}/${subject}/${year}`}
        sort={sort}
        onSort={(next) => {
          setSort(next)
          toFirst()
        }}
        paging={paging}
      />
    </Panel>
  )
}

/** Sorted by a column, `-year` descending; in the server's order if empty. */
function sortedBy(rows: YearStats[], sort: string): YearStats[] {
  const name = sort.replace(/^-/, '') as keyof YearStats
  if (!sort) return rows
  const sign = sort.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => {
    const [one, other] = [a[name], b[name]]
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : String(one).localeCompare(String(other))
    return order * sign
  })
}
