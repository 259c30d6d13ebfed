// /admin/bank/check: problems that an editor should fix, shown as they are found; and the bank in
// numbers.
import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { adminExamsQuery, examSubjectsQuery, lastYears } from '@/shared/api/queries/bank'
import { type BankScope, bankStatsQuery, checkBank } from '@/shared/api/queries/bankQuality'
import type { BankFault, BankStats as YearStats } from '@/shared/api/types'
import { formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { FilterButtons } from '@/shared/ui/FilterButtons'
import { Page, Panel } from '@/shared/ui/Page'
import { usePages } from '@/shared/ui/Pager'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { Stem } from '../bank/Stem'
import { shown as among, trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { faultTexts, qualityTexts } from './messages'
import styles from './quality.module.css'

/** Maximum number of findings that are kept; all are counted. */
const MOST = 5000
/** Interval between updates of the list, in milliseconds. */
const SHOW_EVERY = 250

interface Check {
  state: 'running' | 'done' | 'stopped'
  faults: BankFault[]
  count: number
  error: ApiError | null
}

export function BankCheck() {
  const [scope, setScope] = useState(everything)
  const { check, begin, stop } = useCheck()
  const running = check?.state === 'running'
  return (
    <Page
      title={qualityTexts.check}
      description={qualityTexts.checkHint}
      crumbs={<Crumbs trail={trailTo.subject()} here={qualityTexts.check} />}
      width={1120}
    >
      <Panel mb="lg">
        <ScopeFields scope={scope} onChange={setScope} disabled={running}>
          {running ? (
            <Button variant="default" leftSection={<Square size={16} aria-hidden />} onClick={stop}>
              {qualityTexts.stop}
            </Button>
          ) : (
            <Button leftSection={<Play size={16} aria-hidden />} onClick={() => void begin(scope)}>
              {check ? qualityTexts.again : qualityTexts.begin}
            </Button>
          )}
        </ScopeFields>
      </Panel>
      {check && (
        <Panel component="section" aria-label={qualityTexts.finding}>
          <Stack>
            <Group role="status">
              <Text fw={600}>
                {running
                  ? `${qualityTexts.looking} ${plural(qualityTexts.foundSoFar, check.count)}`
                  : plural(qualityTexts.found, check.count)}
              </Text>
              {check.state === 'stopped' && <Text c="dimmed">{qualityTexts.stopped}</Text>}
            </Group>
            {check.error && (
              <ErrorState message={check.error.errMessage} onRetry={() => void begin(scope)} />
            )}
            {check.count === 0 && check.state === 'done' && !check.error && (
              <EmptyState title={qualityTexts.nothing} />
            )}
            {check.count > MOST && (
              <Alert color="sun">{qualityTexts.most(formatNumber(MOST))}</Alert>
            )}
            {check.faults.length > 0 && <Faults faults={check.faults} />}
          </Stack>
        </Panel>
      )}
    </Page>
  )
}

function useCheck() {
  const [check, setCheck] = useState<Check | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const begin = async (scope: Parameters<typeof checkBank>[0]) => {
    const abort = new AbortController()
    running.current = abort
    const faults: BankFault[] = []
    let [count, shown] = [0, 0]
    const tell = (state: Check['state'], error: ApiError | null = null) =>
      setCheck({ state, faults: [...faults], count, error })
    tell('running')
    try {
      await checkBank(
        scope,
        (fault) => {
          if (abort.signal.aborted) return
          count += 1
          if (faults.length < MOST) faults.push(fault)
          if (Date.now() - shown < SHOW_EVERY) return
          shown = Date.now()
          tell('running')
        },
        abort.signal,
      )
      tell('done')
    } catch (thrown) {
      if (abort.signal.aborted) tell('stopped')
      else tell('stopped', toApiError(thrown))
    }
    // A finished check is not aborted when the page is left.
    if (running.current === abort) running.current = null
  }
  return { check, begin, stop: () => running.current?.abort() }
}

/** The name of a kind of finding. */
function kindOf(kind: BankFault['kind']): string {
  const names = faultTexts
  return {
    'empty-year': names.emptyYear,
    'no-explanation': names.noExplanation,
    'duplicate-stem': names.duplicateStem,
    'options-alike': names.optionsAlike,
    'torn-maths': names.tornMaths,
    'missing-picture': names.missingPicture,
    'picture-without-source': names.pictureWithoutSource,
    'letter-in-explanation': names.letterInExplanation,
    'options-named': names.optionsNamed,
    'lopsided-keys': names.lopsidedKeys,
  }[kind]
}

type Numbered = [fault: BankFault, number: number]

function Faults({ faults }: { faults: BankFault[] }) {
  const exams = useQuery(adminExamsQuery)
  const [kind, setKind] = useState<BankFault['kind'] | ''>('')
  const counts = new Map<BankFault['kind'], number>()
  for (const fault of faults) counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1)
  const rows = faults
    .map((fault, i): Numbered => [fault, i])
    .filter(([fault]) => kind === '' || fault.kind === kind)
  const { shown, paging, toFirst } = usePages(rows, 20)
  const state = among(shown.map(([{ question }]) => question))
  const columns: Column<Numbered>[] = [
    {
      key: 'finding',
      title: qualityTexts.finding,
      main: true,
      render: ([{ message, question, stem }]) => (
        <>
          {question && (
            <Anchor
              component={Link}
              to={adminPaths.question(question)}
              state={state}
              fw={600}
              inherit
            >
              {stem ? <Stem html={stem} most={120} /> : qualityTexts.question}
            </Anchor>
          )}
          {!question && stem && (
            <Text fw={600} inherit>
              <Stem html={stem} most={120} />
            </Text>
          )}
          <Text fz="sm" fw={400}>
            {message}
          </Text>
        </>
      ),
    },
    { key: 'kind', title: qualityTexts.kind, render: ([fault]) => kindOf(fault.kind) },
    {
      key: 'where',
      title: qualityTexts.where,
      render: ([{ exam, subject, year }]) =>
        qualityTexts.place(
          exams.data?.find(({ slug }) => slug === exam)?.title ?? exam,
          subject,
          String(year),
        ),
    },
  ]
  return (
    <>
      <FilterButtons
        label={qualityTexts.kind}
        options={[
          {
            value: '' as const,
            label: qualityTexts.kindWith(qualityTexts.all, formatNumber(faults.length)),
          },
          ...[...counts].map(([value, n]) => ({
            value,
            label: qualityTexts.kindWith(kindOf(value), formatNumber(n)),
          })),
        ]}
        value={kind}
        onChange={(next) => {
          setKind(next)
          toFirst()
        }}
      />
      <DataTable
        label={qualityTexts.finding}
        columns={columns}
        rows={shown}
        rowKey={([, number]) => String(number)}
        paging={paging}
      />
    </>
  )
}

/** /admin/bank/stats: the size and completeness of each year of the bank. */
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

const everything: BankScope = { exam: '', subject: '', year: '' }

/** Selects a part of the bank: all of it, an exam, a subject, a year. */
function ScopeFields({ scope, onChange, disabled = false, children }: ScopeFieldsProps) {
  const exams = useQuery(adminExamsQuery)
  const examId = exams.data?.find(({ slug }) => slug === scope.exam)?._id ?? ''
  const subjects = useQuery({ ...examSubjectsQuery(examId), enabled: examId !== '' })
  return (
    <div className={styles.scope}>
      <NativeSelect
        label={qualityTexts.exam}
        disabled={disabled}
        data={[
          { value: '', label: qualityTexts.allExams },
          ...(exams.data ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
        ]}
        value={scope.exam}
        onChange={(event) => onChange({ ...scope, exam: event.currentTarget.value, subject: '' })}
      />
      <NativeSelect
        label={qualityTexts.subject}
        disabled={disabled || examId === ''}
        data={[
          { value: '', label: qualityTexts.allSubjects },
          ...new Set((subjects.data ?? []).map(({ title }) => title)),
        ]}
        value={scope.subject}
        onChange={(event) => onChange({ ...scope, subject: event.currentTarget.value })}
      />
      <NativeSelect
        label={qualityTexts.year}
        disabled={disabled}
        data={[{ value: '', label: qualityTexts.allYears }, ...lastYears().map(String)]}
        value={scope.year}
        onChange={(event) => onChange({ ...scope, year: event.currentTarget.value })}
      />
      {children}
    </div>
  )
}

interface ScopeFieldsProps {
  scope: BankScope
  onChange: (scope: BankScope) => void
  disabled?: boolean
  /** The actions on it. */
  children?: ReactNode
}
