// The numbered navigator: every question of the section with its state, told by colour,
// shape and words alike; beside the question on wide screens, from the bottom on phones.
import '@/shared/ui/modalStyles'
import { Anchor, Button, Group, Modal, Text, Title } from '@mantine/core'
import { Check, Flag, Keyboard } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { isGiven } from '@/shared/attempt/outbox'
import { formatNumber } from '@/shared/i18n/format'
import { SchemeToggle } from '@/shared/layout/header'
import { paths } from '@/shared/paths'
import { type Dialogs, useAttemptParts, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import { type Item, type QuestionState, questionStateOf, type Section } from '../model/paper'
import { FullScreenTool } from './Bar'
import styles from './test.module.css'
import type { FullScreen } from './useProtections'

export function NavigatorPanel() {
  const section = useSection()
  if (section === undefined) return null
  return (
    <aside className={styles.side} aria-labelledby="navigator">
      <Title order={2} fz="md" id="navigator">
        {nameOf(section)}
      </Title>
      <AnsweredCount section={section} />
      <Numbers section={section} />
      <Legend />
      <ToList />
    </aside>
  )
}

export function NavigatorDrawer({ dialogs, screen }: DrawerProps) {
  const section = useSection()
  const onClose = dialogs.close
  if (section === undefined) return null
  return (
    // Placed as a Drawer, whose code would come on top of the other dialogs'.
    <Modal
      opened={dialogs.open === 'map'}
      onClose={onClose}
      className={styles.fromBottom}
      radius={0}
      transitionProps={{ transition: 'slide-up' }}
      // useDialogs gives the focus back, or to the question that has come up.
      returnFocus={false}
      title={nameOf(section)}
      closeButtonProps={{ 'aria-label': testTexts.closeNavigator, size: 44 }}
    >
      <AnsweredCount section={section} />
      <Numbers section={section} onGone={onClose} />
      <Legend />
      <ToList onGone={onClose} />
      <Group justify="space-between" mt="md">
        <Button
          variant="subtle"
          color="gray"
          className={styles.toKeys}
          leftSection={<Keyboard size={18} aria-hidden />}
          onClick={() => dialogs.show('keys')}
        >
          {testTexts.keys}
        </Button>
        <Group gap={0}>
          <FullScreenTool screen={screen} />
          <SchemeToggle />
        </Group>
      </Group>
    </Modal>
  )
}

interface DrawerProps {
  dialogs: Dialogs
  screen: FullScreen
}

/** The whole paper in a list: what each question asks, and what became of it. */
function ToList({ onGone }: { onGone?: () => void }) {
  const { attempt, guide } = useAttemptParts()
  if (guide !== null) return null
  return (
    // Replaced, since a running test has no way back.
    <Anchor
      component={Link}
      to={paths.listQuestions(attempt._id)}
      replace
      fz="sm"
      mt="md"
      display="inline-block"
      onClick={onGone}
    >
      {testTexts.listAll}
    </Anchor>
  )
}

function useSection(): Section | undefined {
  const { paper } = useAttemptParts()
  const place = useTest((state) => state.place)
  return place === null ? undefined : (paper.items.get(place) as Item).section
}

function nameOf({ subject, kind }: Section): string {
  return kind === 'mcq' ? subject.title : `${subject.title}, ${testTexts.subjective}`
}

function AnsweredCount({ section }: { section: Section }) {
  const answered = useTest(
    ({ outbox }) => section.ids.filter((id) => isGiven(outbox.answers[id]?.value)).length,
  )
  return (
    <Text fz="sm" c="dimmed">
      {testTexts.answeredOf(formatNumber(answered), formatNumber(section.ids.length))}
    </Text>
  )
}

function Numbers({ section, onGone }: { section: Section; onGone?: () => void }) {
  return (
    <ol className={styles.numbers}>
      {section.ids.map((id, index) => (
        <li key={id}>
          <NumberButton id={id} number={index + 1} onGone={onGone} />
        </li>
      ))}
    </ol>
  )
}

const NumberButton = memo(function NumberButton({ id, number, onGone }: NumberProps) {
  const { test } = useAttemptParts()
  const answered = useTest((state) => isGiven(state.outbox.answers[id]?.value))
  const review = useTest((state) => state.outbox.review[id]?.value ?? false)
  const active = useTest((state) => state.place === id)
  const said = [answered && testTexts.isAnswered, review && testTexts.isMarked].filter(Boolean)
  return (
    <button
      type="button"
      className={styles.no}
      data-mark={questionStateOf({ answered, review, active })}
      data-active={active}
      aria-current={active || undefined}
      aria-label={[
        testTexts.number(formatNumber(number)),
        ...(said.length ? said : [testTexts.isUnanswered]),
      ].join(', ')}
      onClick={() => {
        test.show(id)
        onGone?.()
      }}
    >
      <Face number={number} answered={answered} review={review} />
    </button>
  )
})

interface NumberProps {
  id: string
  number: number
  onGone: (() => void) | undefined
}

/** A flag for review and a tick for an answer: each has its own corner. */
function Face({ number, answered, review }: FaceProps) {
  return (
    <>
      {formatNumber(number)}
      {review && <Flag className={styles.flag} size={12} strokeWidth={3} aria-hidden />}
      {answered && <Check className={styles.sign} size={12} strokeWidth={3} aria-hidden />}
    </>
  )
}

interface FaceProps {
  number: number
  answered: boolean
  review: boolean
}

interface Sign {
  mark: QuestionState
  name: string
  answered?: boolean
  review?: boolean
}

const legend = (): Sign[] => [
  { mark: 'unanswered', name: testTexts.unanswered },
  { mark: 'answered', name: testTexts.answered, answered: true },
  { mark: 'review', name: testTexts.marked, review: true },
  { mark: 'review', name: testTexts.markedAndAnswered, answered: true, review: true },
  { mark: 'active', name: testTexts.onScreen },
]

function Legend() {
  return (
    <ul className={styles.legend} aria-label={testTexts.signs}>
      {legend().map(({ mark, name, answered = false, review = false }) => (
        <li key={name}>
          <span
            className={styles.no}
            data-mark={mark}
            data-active={mark === 'active'}
            aria-hidden="true"
          >
            <Face number={1} answered={answered} review={review} />
          </span>
          {name}
        </li>
      ))}
    </ul>
  )
}
