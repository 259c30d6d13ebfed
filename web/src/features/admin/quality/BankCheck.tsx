// /admin/bank/check: problems that an editor should fix, shown as they are found.

import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { adminExamsQuery } from '@/shared/api/queries/bank'
import { checkBank } from '@/shared/api/queries/bankQuality'
import type { BankFault } from '@/shared/api/types'
import { formatNumber, plural } from '@/shared/i18n/format'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ErrorState } from '@/shared/ui/ErrorState'
import { FilterButtons } from '@/shared/ui/FilterButtons'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { usePages } from '@/shared/ui/usePages'
import { Stem } from '../bank/Stem'
import { shown as among } from '../bank/shown'
import { trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { faultTexts, qualityTexts } from './messages'
import { everything, ScopeFields } from './ScopeFields'

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
