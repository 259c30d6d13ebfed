// The questions of an import as students will see them, with the key marked, before anything is
// saved.
import { Badge, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportPreview } from '@/shared/api/types'
import { formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Panel } from '@/shared/ui/Page'
import { Pager } from '@/shared/ui/Pager'
import { RichText } from '@/shared/ui/RichText'
import { WholeQuestion } from '../bank/Stem'
import { Status } from '../resource/cells'
import { importTexts } from './messages'
import type { Previewed } from './useImport'

/** Questions per page. */
const SHOWN = 5
/** Questions per response of the server. */
const LOADED = 50

export function PreviewedQuestions({ previewed, unit, load }: PreviewedProps) {
  const all = previewed.filter(({ preview }) => preview.total > 0)
  const [at, setAt] = useState(0)
  const [page, setPage] = useState(1)
  const chosen = all[Math.min(at, all.length - 1)]
  const first = (page - 1) * SHOWN
  const from = Math.floor(first / LOADED) * LOADED
  const query = useQuery({
    queryKey: ['import-preview', chosen, from],
    queryFn: () => load(chosen?.part ?? null, from),
    initialData: from === 0 ? chosen?.preview : undefined,
    enabled: chosen !== undefined && from > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!chosen) return null
  return (
    <Panel component="section" aria-label={importTexts.asStudents}>
      <Title order={2}>{importTexts.asStudents}</Title>
      <Text c="dimmed" fz="sm" mb="md">
        {importTexts.asStudentsHint}
      </Text>
      {all.length > 1 && (
        <NativeSelect
          label={importTexts.part}
          mb="md"
          value={String(at)}
          data={all.map(({ part, preview }, i) => ({
            value: String(i),
            label: `${part?.subject} ${part?.year} (${formatNumber(preview.total)})`,
          }))}
          onChange={(event) => {
            setAt(Number(event.currentTarget.value))
            setPage(1)
          }}
        />
      )}
      <QueryView query={query}>
        {({ items, pictures }) => (
          <Stack gap="xl" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.slice(first - from, first - from + SHOWN).map((item) => (
              <li key={item.row}>
                <Item item={item} pictures={pictures} unit={unit} />
              </li>
            ))}
          </Stack>
        )}
      </QueryView>
      <Pager
        page={page}
        limit={SHOWN}
        total={chosen.preview.total}
        onPage={setPage}
        busy={query.isFetching}
      />
    </Panel>
  )
}

interface PreviewedProps {
  previewed: Previewed[]
  unit: 'row' | 'line'
  /** Loads further questions of a part. */
  load: (part: Previewed['part'], from: number) => Promise<ImportPreview>
}

type Item = ImportPreview['items'][number]

function Item({ item, pictures, unit }: ItemProps) {
  // Pictures that are not stored yet come with the preview.
  const shown = (html: string) =>
    Object.entries(pictures).reduce((text, [address, data]) => text.replaceAll(address, data), html)
  const place = `${unit === 'line' ? importTexts.line : importTexts.row} ${formatNumber(item.row)}`
  const options = item.options.map((option, i) => ({ _id: String(i + 1), option: shown(option) }))
  return (
    <section aria-label={place}>
      <WholeQuestion
        question={{
          passage: item.passage && shown(item.passage),
          question: shown(item.question),
          logo: item.logo && shown(item.logo),
          options,
          correctAns: String(item.correct),
          description: shown(item.description),
        }}
        about={
          <Group gap="xs">
            <Text fw={600}>{place}</Text>
            <Badge variant="light" tt="none" color={item.isNew ? 'brand' : 'sun'}>
              {item.isNew ? importTexts.added : importTexts.changed}
            </Badge>
            <Status active={item.status} />
          </Group>
        }
      />
      {item.detailedAnswer && <RichText html={shown(item.detailedAnswer)} />}
    </section>
  )
}

interface ItemProps {
  item: Item
  pictures: Record<string, string>
  unit: 'row' | 'line'
}

/** The number of parts of a file. */
export const partsInWords = (n: number) => plural(importTexts.parts, n)
