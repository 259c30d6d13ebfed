// The earlier versions of a question or theory question beside the present one. Restoring one is an
// ordinary edit.
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { bankKey } from '@/shared/api/queries/bank'
import { formatDateTime, formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Panel'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { commentsTexts, versionsTexts } from './messages'
import styles from './quality.module.css'

/** A part of an item with its name. */
export interface VersionPart {
  name: string
  value: string
  /** Whether the value is the address of a picture. */
  picture?: boolean
}

/** An earlier version, with the texts that its kind of item has. */
export type Earlier<Content> = Content & {
  version: number
  replacedAt: string
  replacedBy: string | null
}

export function Versions<Content>({ query, hint, ...kind }: VersionsProps<Content>) {
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
