// All questions of the paper in a list: what each asks, and what became of it (spec 2 §2.12,
// /list-questions). Choosing one brings it on screen.
import { Badge, Button, Stack, Title } from '@mantine/core'
import { ArrowLeft, Check, Flag } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isGiven } from '@/shared/attempt/outbox'
import { formatNumber } from '@/shared/i18n/format'
import { testWindowPath } from '@/shared/paths'
import { FilterButtons } from '@/shared/ui/FilterButtons'
import { focusNow } from '@/shared/ui/focus'
import { ErrorBoundary } from '@/shared/ui/lazyPart'
import { hasMaths, RichText } from '@/shared/ui/RichText'
import { useAttemptParts, useTest } from '../attemptContext'
import { questionListTexts } from '../messages'
import type { Item, Section } from '../model/paper'
import styles from './list.module.css'

type Filter = 'all' | 'open' | 'marked'

export function QuestionList() {
  const { paper, attempt } = useAttemptParts()
  const [filter, setFilter] = useState<Filter>('all')
  return (
    <Stack gap="lg" maw={920} mx="auto" pb="xl">
      <div className={styles.head}>
        <Title order={2} tabIndex={-1} ref={focusNow} className={styles.title}>
          {questionListTexts.title}
        </Title>
        <Button
          component={Link}
          to={testWindowPath(attempt)}
          replace
          leftSection={<ArrowLeft size={16} aria-hidden />}
        >
          {questionListTexts.back}
        </Button>
      </div>
      <FilterButtons
        label={questionListTexts.show}
        options={[
          { value: 'all', label: questionListTexts.all },
          { value: 'open', label: questionListTexts.unanswered },
          { value: 'marked', label: questionListTexts.marked },
        ]}
        value={filter}
        onChange={setFilter}
      />
      {paper.sections.map((section) => (
        <SectionList key={section.key} section={section} filter={filter} />
      ))}
    </Stack>
  )
}

function SectionList({ section, filter }: { section: Section; filter: Filter }) {
  const { paper } = useAttemptParts()
  const outbox = useTest((state) => state.outbox)
  const shown = section.ids.filter((id) => {
    if (filter === 'open') return !isGiven(outbox.answers[id]?.value)
    return filter === 'all' || outbox.review[id]?.value
  })
  return (
    <section aria-labelledby={section.key}>
      <Title order={3} id={section.key} mb="xs">
        {section.kind === 'mcq'
          ? section.subject.title
          : questionListTexts.theoriesOf(section.subject.title)}
      </Title>
      {shown.length === 0 ? (
        <p className={styles.none}>{questionListTexts.none}</p>
      ) : (
        <ol className={styles.list}>
          {shown.map((id) => (
            <Row key={id} item={paper.items.get(id) as Item} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Row({ item }: { item: Item }) {
  const { test, attempt } = useAttemptParts()
  const { id, index, question } = item
  const answered = useTest((state) => isGiven(state.outbox.answers[id]?.value))
  const marked = useTest((state) => state.outbox.review[id]?.value ?? false)
  return (
    <li>
      <Link
        to={testWindowPath(attempt)}
        replace
        className={styles.row}
        onClick={() => test.show(id)}
      >
        <span className={styles.number}>{formatNumber(index + 1)}</span>
        <span className={styles.stem} dir="auto">
          <ErrorBoundary fallback={null}>
            <Stem html={question.question} />
          </ErrorBoundary>
        </span>
        <span className={styles.state}>
          {marked && (
            <Badge color="red" variant="light" tt="none" leftSection={<Flag size={12} />}>
              {questionListTexts.marked}
            </Badge>
          )}
          <Badge
            color={answered ? 'brand' : 'gray'}
            variant="light"
            tt="none"
            leftSection={answered && <Check size={12} strokeWidth={3} />}
          >
            {answered ? questionListTexts.answered : questionListTexts.unanswered}
          </Badge>
        </span>
      </Link>
    </li>
  )
}

const Stem = ({ html }: { html: string }) =>
  hasMaths(html) ? <RichText html={html} inline /> : textOf(html)

/** What it asks in plain words, as a list has room for. */
function textOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  return page.body.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
}
