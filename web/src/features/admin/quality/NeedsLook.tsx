// /admin/needs-a-look: questions that an editor should look at, one after the other. What is done
// about one takes it out of the queue, and the next one takes its place.
import { Alert, Badge, Button, Group, Kbd, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Check,
  ChevronLeft,
  ChevronRight,
  EyeOff,
  KeyRound,
  type LucideIcon,
  Pencil,
  ShieldX,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import {
  adminExamsQuery,
  bankKey,
  examSubjectsQuery,
  updateQuestion,
} from '@/shared/api/queries/bank'
import { findFine, needsLookQuery } from '@/shared/api/queries/bankQuality'
import type { ConcernKind, NeedsLook as Look } from '@/shared/api/types'
import { formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { FilterButtons } from '@/shared/ui/FilterButtons'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { RichText } from '@/shared/ui/RichText'
import { EmptyState } from '@/shared/ui/states'
import { WholeQuestion } from '../bank/Stem'
import { trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { useLastPage, useListParams } from '../resource/useRows'
import { useSingleKeys } from '../shortcuts/listKeys'
import { SUBJECT_CHECK_INTERVAL } from '../timing'
import { Crumbs } from '../ui/Crumbs'
import { KeyDialog, WithdrawDialog } from './CorrectKey'
import { needsLookTexts, qualityTexts } from './messages'
import styles from './quality.module.css'

const kinds = Object.keys(needsLookTexts.kinds) as ConcernKind[]
const editKey = 'E'

export function NeedsLook() {
  // One question a page: the page is its position.
  const { ask, show } = useListParams({ sorts: [], filters: ['exam', 'subject', 'kind'] })
  const { exam = '', subject = '' } = ask.filters
  const kind = kinds.find((one) => one === ask.filters.kind)
  const filters = { ...(exam && { exam }), ...(subject && { subject }), ...(kind && { kind }) }
  const query = useQuery({
    ...needsLookQuery(ask.page, filters),
    refetchInterval: ({ state }) => (state.data?.checking ? SUBJECT_CHECK_INTERVAL : false),
  })
  const exams = useQuery(adminExamsQuery)
  const subjects = useQuery({ ...examSubjectsQuery(exam), enabled: exam !== '' })
  useLastPage(
    query.data && { rows: query.data.data, total: query.data.total },
    { page: ask.page, limit: 1 },
    (page) => show({ page }, true),
  )
  const narrow = (filters: Record<string, string>) => show({ filters, page: 1 })
  const counts = new Map((query.data?.counts ?? []).map(({ kind, questions }) => [kind, questions]))
  return (
    <Page
      title={needsLookTexts.title}
      description={needsLookTexts.hint}
      crumbs={<Crumbs trail={trailTo.subject()} here={needsLookTexts.title} />}
      width={1120}
    >
      <Stack gap="lg">
        <Panel>
          <div className={styles.scope}>
            <NativeSelect
              label={qualityTexts.exam}
              data={[
                { value: '', label: qualityTexts.allExams },
                ...(exams.data ?? []).map(({ _id, title }) => ({ value: _id, label: title })),
              ]}
              value={exam}
              onChange={(event) => narrow({ exam: event.currentTarget.value, subject: '' })}
            />
            <NativeSelect
              label={qualityTexts.subject}
              disabled={exam === ''}
              data={[
                { value: '', label: qualityTexts.allSubjects },
                ...(subjects.data ?? []).map(({ _id, title }) => ({ value: _id, label: title })),
              ]}
              value={subject}
              onChange={(event) => narrow({ subject: event.currentTarget.value })}
            />
          </div>
          <FilterButtons
            label={qualityTexts.kind}
            options={[
              { value: '' as const, label: qualityTexts.all },
              ...kinds.map((value) => ({
                value,
                label: qualityTexts.kindWith(
                  needsLookTexts.kinds[value],
                  formatNumber(counts.get(value) ?? 0),
                ),
              })),
            ]}
            value={kind ?? ''}
            onChange={(next) => narrow({ kind: next })}
          />
          {(query.data?.checking ?? 0) > 0 && (
            <Text fz="sm" c="dimmed" mt="sm" role="status">
              {plural(needsLookTexts.checking, query.data?.checking ?? 0)}
            </Text>
          )}
        </Panel>
        <QueryView query={query}>
          {({ data: [look], total }) =>
            look ? (
              <One
                key={`${look.question._id} ${look.question.version}`}
                look={look}
                position={ask.page}
                total={total}
                busy={query.isFetching}
                onMove={(page) => show({ page })}
              />
            ) : (
              <Panel>
                <EmptyState title={needsLookTexts.none} />
              </Panel>
            )
          }
        </QueryView>
      </Stack>
    </Page>
  )
}

function One({ look, position, total, busy, onMove }: OneProps) {
  const { question, exam, concerns } = look
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [dialog, setDialog] = useState<'key' | 'withdraw' | null>(null)
  const next = () => client.invalidateQueries({ queryKey: bankKey })
  const act = useMutation({
    mutationFn: async (what: 'fine' | 'retire') => {
      if (what === 'fine') return (await findFine(question._id, question.version)).message
      await updateQuestion(question._id, { status: false, version: question.version })
      return needsLookTexts.retired
    },
    onSuccess: async (message) => {
      notify.success(message)
      await next()
    },
    onError: (thrown) => {
      const { errMessage, reason } = toApiError(thrown)
      notify.error(errMessage)
      if (reason === 'changed') void next()
    },
  })
  const edit = adminPaths.questionEdit(
    question.subject._id,
    question.year._id,
    question._id,
    question.topic._id,
  )
  const state = { list: pathname + search }
  const isFree = !busy && !act.isPending && dialog === null
  const before = position > 1 ? () => onMove(position - 1) : null
  const after = position < total ? () => onMove(position + 1) : null
  useSingleKeys({
    j: after,
    k: before,
    f: isFree ? () => act.mutate('fine') : null,
    e: isFree ? () => void navigate(edit, { state }) : null,
    c: isFree ? () => setDialog('key') : null,
    w: isFree ? () => setDialog('withdraw') : null,
    r: isFree ? () => act.mutate('retire') : null,
  })
  // A screen reader hears which question has come.
  const [said, setSaid] = useState('')
  const place = qualityTexts.place(exam.title, question.subject.title, question.year.title)
  const here = needsLookTexts.position(formatNumber(position), formatNumber(total))
  useEffect(() => setSaid(`${here}: ${place}`), [here, place])
  return (
    <Panel component="section" aria-label={place}>
      <Group justify="space-between" mb="md">
        <Text fz="sm" c="dimmed" role="status">
          {said}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<ChevronLeft size={18} aria-hidden />}
            disabled={before === null}
            aria-keyshortcuts="K"
            onClick={() => before?.()}
          >
            {needsLookTexts.previous}
          </Button>
          <Button
            size="xs"
            variant="default"
            rightSection={<ChevronRight size={18} aria-hidden />}
            disabled={after === null}
            aria-keyshortcuts="J"
            onClick={() => after?.()}
          >
            {needsLookTexts.next}
          </Button>
        </Group>
      </Group>
      <Stack
        gap="sm"
        mb="md"
        component="ul"
        className={styles.concerns}
        aria-label={needsLookTexts.why}
      >
        {concerns.map(({ kind, reason, other }) => (
          <li key={`${kind} ${other?._id ?? ''}`}>
            <Alert
              color={kind === 'wrong-key' ? 'red' : 'sun'}
              title={
                <Badge variant="light" tt="none">
                  {needsLookTexts.kinds[kind]}
                </Badge>
              }
            >
              <Text>{reason}</Text>
              {other && (
                <section aria-label={needsLookTexts.other} className={styles.other}>
                  <Title order={3} fz="sm">
                    <Link to={adminPaths.question(other._id)} state={state}>
                      {needsLookTexts.otherOf(other.year.title)}
                    </Link>
                  </Title>
                  <RichText html={other.question} />
                </section>
              )}
            </Alert>
          </li>
        ))}
      </Stack>
      <WholeQuestion
        question={question}
        about={
          <Text c="dimmed" fz="sm">
            {[place, question.topic.title, question.section.title].join(', ')}
          </Text>
        }
      />
      <Group gap="xs" mt="lg">
        <Way
          icon={Check}
          letter="F"
          label={needsLookTexts.fine}
          busy={act.isPending && act.variables === 'fine'}
          disabled={!isFree}
          onClick={() => act.mutate('fine')}
          main
        />
        <Button
          component={Link}
          to={edit}
          state={state}
          variant="default"
          leftSection={<Pencil size={16} aria-hidden />}
          rightSection={<Kbd size="xs">{editKey}</Kbd>}
          aria-keyshortcuts={editKey}
          aria-label={needsLookTexts.edit}
        >
          {needsLookTexts.edit}
        </Button>
        <Way
          icon={KeyRound}
          letter="C"
          label={needsLookTexts.correct}
          disabled={!isFree}
          onClick={() => setDialog('key')}
        />
        <Way
          icon={ShieldX}
          letter="W"
          label={needsLookTexts.withdraw}
          disabled={!isFree}
          onClick={() => setDialog('withdraw')}
        />
        <Way
          icon={EyeOff}
          letter="R"
          label={needsLookTexts.retire}
          title={needsLookTexts.retireHint}
          busy={act.isPending && act.variables === 'retire'}
          disabled={!isFree}
          onClick={() => act.mutate('retire')}
        />
      </Group>
      {dialog === 'key' && (
        <KeyDialog
          question={question}
          suggested={concerns.find(({ option }) => option !== null)?.option ?? null}
          onClose={() => setDialog(null)}
          onCorrected={() => void next()}
        />
      )}
      {dialog === 'withdraw' && (
        <WithdrawDialog
          question={question}
          onClose={() => setDialog(null)}
          onDone={() => void next()}
        />
      )}
    </Panel>
  )
}

interface OneProps {
  look: Look
  /** Counted from 1. */
  position: number
  total: number
  /** Whether another question may be coming. */
  busy: boolean
  onMove: (position: number) => void
}

/** A button with its key. */
function Way({
  icon: Icon,
  letter,
  label,
  title,
  main,
  busy = false,
  disabled,
  onClick,
}: WayProps) {
  return (
    <Button
      {...(!main && { variant: 'default' })}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={<Kbd size="xs">{letter}</Kbd>}
      aria-keyshortcuts={letter}
      aria-label={label}
      title={title}
      loading={busy}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

interface WayProps {
  icon: LucideIcon
  letter: string
  label: string
  title?: string
  main?: boolean
  busy?: boolean
  disabled: boolean
  onClick: () => void
}
