// The earlier versions of a question or theory question beside the present one. Restoring one is an
// ordinary edit.
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { bankKey, readQuestion, updateQuestion, updateTheory } from '@/shared/api/queries/bank'
import { historyQuery, theoryVersionsQuery, versionsQuery } from '@/shared/api/queries/bankQuality'
import type {
  AdminQuestion,
  AdminTheory,
  AuditEntry,
  QuestionVersion,
  TheoryVersion,
} from '@/shared/api/types'
import { formatDateTime, formatNumber, letterOf } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { EmptyState } from '@/shared/ui/states'
import { actionOf } from '../audit/messages'
import { differencesOf, labelsOf } from '../audit/records'
import { bankFormTexts } from '../bank/messages'
import { KeyMove } from './CorrectKey'
import { commentsTexts, historyTexts, versionsTexts } from './messages'
import styles from './quality.module.css'

/** A part of an item with its name. */
interface VersionPart {
  name: string
  value: string
  /** Whether the value is the address of a picture. */
  picture?: boolean
}

/** An earlier version, with the texts that its kind of item has. */
type Earlier<Content> = Content & {
  version: number
  replacedAt: string
  replacedBy: string | null
}

function Versions<Content>({ query, hint, ...kind }: VersionsProps<Content>) {
  return (
    <Panel component="section" aria-label={versionsTexts.title}>
      <Title order={2}>{versionsTexts.title}</Title>
      <Text c="dimmed" fz="sm" mb="md">
        {hint}
      </Text>
      <QueryView query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Text c="dimmed">{versionsTexts.none}</Text>
          ) : (
            <Stack gap="xs">
              {rows.map((version) => (
                <details key={version.version} className={styles.version}>
                  <summary className={styles.changed}>
                    {versionsTexts.replaced(
                      formatNumber(version.version),
                      formatDateTime(version.replacedAt),
                      version.replacedBy ?? commentsTexts.operator,
                    )}
                  </summary>
                  <Version version={version} {...kind} />
                </details>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Panel>
  )
}

interface KindProps<Content> {
  /** The present texts. */
  now: Content
  /** The parts of a version, as many of the present one as of an earlier one. */
  partsOf: (content: Content) => VersionPart[]
  /** Saves a version as a new edit. */
  restore: (version: Earlier<Content>) => Promise<unknown>
  /** A confirmation before a version is restored; null if none is needed. */
  first?: (version: Earlier<Content>) => Promise<((ways: AskedFirst) => ReactNode) | null>
  onRestored: () => void
}

interface VersionsProps<Content> extends KindProps<Content> {
  query: UseQueryResult<Earlier<Content>[]>
  hint: string
}

/** What a confirmation is given. */
interface AskedFirst {
  busy: boolean
  onGo: () => void
  onClose: () => void
}

function Version<Content>({ version, now, partsOf, ...acts }: VersionProps<Content>) {
  const { first, restore, onRestored } = acts
  const client = useQueryClient()
  const [asked, setAsked] = useState<((ways: AskedFirst) => ReactNode) | null>(null)
  const save = useMutation({
    mutationFn: () => restore(version),
    onSuccess: async () => {
      notify.success(versionsTexts.restored)
      setAsked(null)
      await client.invalidateQueries({ queryKey: bankKey })
      onRestored()
    },
    onError: () => setAsked(null),
  })
  const go = async () => {
    const ask = await first?.(version)
    if (ask) setAsked(() => ask)
    else save.mutate()
  }
  const [old, current] = [partsOf(version), partsOf(now)]
  const changed = old.filter(({ value }, i) => value !== current[i]?.value)
  return (
    <Stack mt="sm">
      <div className={styles.versions}>
        <Text fw={600}>{versionsTexts.past}</Text>
        <Text fw={600}>{versionsTexts.now}</Text>
        {changed.map(({ name, value, picture }) => (
          <div key={name} className={styles.pair}>
            <Text fz="sm" c="dimmed" className={styles.named}>
              {name}
            </Text>
            <Side value={value} picture={picture} />
            <Side value={current.find((one) => one.name === name)?.value ?? ''} picture={picture} />
          </div>
        ))}
      </div>
      {changed.length === 0 && <Text c="dimmed">{versionsTexts.same}</Text>}
      {save.isError && (
        <Alert color="red" role="alert">
          {toApiError(save.error).errMessage}
        </Alert>
      )}
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={changed.length === 0}
          loading={save.isPending}
          onClick={() => void go().catch((thrown) => notify.error(toApiError(thrown).errMessage))}
        >
          {versionsTexts.restore}
        </Button>
      </Group>
      {asked?.({
        busy: save.isPending,
        onGo: () => save.mutate(),
        onClose: () => setAsked(null),
      })}
    </Stack>
  )
}

interface VersionProps<Content> extends KindProps<Content> {
  version: Earlier<Content>
}

function Side({ value, picture = false }: { value: string; picture?: boolean | undefined }) {
  if (value === '') return <Text c="dimmed">{versionsTexts.empty}</Text>
  return picture ? <QuestionPicture src={value} /> : <RichText html={value} />
}

type QuestionContent = Omit<QuestionVersion, 'version' | 'replacedAt' | 'replacedBy'>

/**
 * The earlier versions of a question. If one has another key, the results that would change are
 * shown before it is restored.
 */
export function QuestionVersions({ question, onRestored }: QuestionVersionsProps) {
  const { _id: id, subject, year } = question
  return (
    <Versions<QuestionContent>
      query={useQuery(versionsQuery(id))}
      hint={versionsTexts.hint}
      now={contentOf(question)}
      partsOf={questionParts}
      restore={(version) => updateQuestion(id, { ...formOf(version), version: question.version })}
      first={async ({ options, correct }) => {
        // An option that the question still has becomes its key: results are marked again.
        const present = await readQuestion(subject._id, year._id, id)
        const key = options[correct - 1]
        const moved = present.options.find(({ option }) => option === key)
        if (!moved || moved._id === present.correctAns) return null
        return (ways) => <KeyMove question={id} option={moved._id} {...ways} />
      }}
      onRestored={onRestored}
    />
  )
}

interface QuestionVersionsProps {
  /** The present question. */
  question: AdminQuestion
  onRestored: () => void
}

/** The text of option `n`, from 0. */
const option = (options: string[], n: number) => options[n] ?? ''

const contentOf = (question: AdminQuestion): QuestionContent => ({
  title: question.title,
  passage: question.passage,
  group: question.group,
  question: question.question,
  options: question.options.map((one) => one.option),
  correct: question.options.findIndex(({ _id }) => _id === question.correctAns) + 1,
  description: question.description,
  logo: question.logo,
})

/** Five options always, so that the rows of two versions match. */
const questionParts = (content: QuestionContent): VersionPart[] => [
  { name: versionsTexts.passage, value: content.passage ?? '' },
  { name: versionsTexts.question, value: content.question },
  { name: versionsTexts.picture, value: content.logo ?? '', picture: true },
  ...[0, 1, 2, 3, 4].map((n) => ({
    name: versionsTexts.option(letterOf(n)),
    value: option(content.options, n),
  })),
  { name: versionsTexts.key, value: content.correct > 0 ? letterOf(content.correct - 1) : '' },
  { name: versionsTexts.explanation, value: content.description },
]

/** A version as the changes of a form. */
const formOf = (version: QuestionContent) => ({
  title: version.title,
  passage_check: version.group !== null,
  ...(version.group !== null && { group: version.group, passage: version.passage ?? '' }),
  question: version.question,
  option_1: option(version.options, 0),
  option_2: option(version.options, 1),
  option_3: option(version.options, 2),
  option_4: option(version.options, 3),
  option_5: option(version.options, 4),
  correct_answer: version.correct,
  description: version.description,
  logo: version.logo,
})

type TheoryContent = Omit<TheoryVersion, 'version' | 'replacedAt' | 'replacedBy'>

/** The earlier versions of a theory question, with its model answers. */
export function TheoryVersions({ theory, onRestored }: TheoryVersionsProps) {
  return (
    <Versions<TheoryContent>
      query={useQuery(theoryVersionsQuery(theory._id))}
      hint={versionsTexts.theoryHint}
      now={theory}
      partsOf={theoryParts}
      restore={({ title, question, description, detailed_answer, logo }) => {
        const { _id: id, version } = theory
        return updateTheory(id, { title, question, description, detailed_answer, logo, version })
      }}
      onRestored={onRestored}
    />
  )
}

interface TheoryVersionsProps {
  /** The present theory question. */
  theory: AdminTheory
  onRestored: () => void
}

const theoryParts = (content: TheoryContent): VersionPart[] => [
  { name: versionsTexts.question, value: content.question },
  { name: versionsTexts.picture, value: content.logo ?? '', picture: true },
  { name: bankFormTexts.answer, value: content.description },
  { name: bankFormTexts.detailedAnswer, value: content.detailed_answer },
]

/** Entries per page. */
const SHOWN = 10

/**
 * The history of a question or theory question, newest first, with differences field by field.
 */
export function History({ entity, id }: { entity: 'question' | 'theory'; id: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(historyQuery(entity, id, page, SHOWN))
  return (
    <Panel>
      <DataTable
        label={historyTexts.title}
        columns={columnsNow()}
        rows={query.data?.rows}
        rowKey={({ _id }) => _id}
        busy={query.isPlaceholderData}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        empty={<EmptyState title={historyTexts.nothing} />}
        paging={{ page, limit: SHOWN, total: query.data?.total ?? 0, onPage: setPage }}
      />
    </Panel>
  )
}

const columnsNow = (): Column<AuditEntry>[] => [
  {
    key: 'when',
    title: historyTexts.when,
    render: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  { key: 'who', title: historyTexts.who, render: ({ who }) => who },
  { key: 'what', title: historyTexts.what, render: ({ action }) => actionOf(action) },
  {
    key: 'changes',
    title: historyTexts.changed,
    main: true,
    render: (one) => <Changes entry={one} />,
  },
]

function Changes({ entry }: { entry: AuditEntry }) {
  const differences = differencesOf(entry, labelsOf(entry.entity))
  if (differences.length === 0) return <span className={styles.none}>{historyTexts.noChanges}</span>
  return (
    <details>
      <summary className={styles.changed}>
        {differences.map(({ label }) => label).join(', ')}
      </summary>
      <dl className={styles.changes}>
        {differences.map(({ name, label, before, after }) => (
          <div key={name}>
            <dt>{label}</dt>
            {before !== null && (
              <dd>
                <del>{before}</del>
              </dd>
            )}
            {after !== null && <dd>{after}</dd>}
          </div>
        ))}
      </dl>
    </details>
  )
}
