// A question in full: passage, stem, options with the key, explanation.
import { Badge, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { Check, Pencil } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { AdminQuestion } from '@/shared/api/types'
import { letterOf } from '@/shared/i18n/format'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { Status } from '../ui/Status'
import styles from './bank.module.css'
import { groupOf } from './describe'
import { messages } from './messages'

const words = messages.drawer

export function QuestionDrawer({ question, edit, onClose }: QuestionDrawerProps) {
  const { pathname, search } = useLocation()
  return (
    <Drawer
      opened={question !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={<Text fw={650}>{question?.title || words.question}</Text>}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {question && <Body question={question} />}
      {edit && (
        <Group justify="flex-end" mt="lg">
          <Button
            component={Link}
            to={edit}
            state={{ list: pathname + search }}
            leftSection={<Pencil size={16} aria-hidden />}
          >
            {words.edit}
          </Button>
        </Group>
      )}
    </Drawer>
  )
}

function Body({ question }: { question: AdminQuestion }) {
  const { topic, section, year, passageCheck, status, university } = question
  return (
    <Stack>
      <Group gap="xs">
        <Status active={status} />
        {passageCheck && (
          <Badge variant="light" tt="none">
            {words.linkedTo(groupOf(question))}
          </Badge>
        )}
        <Text c="dimmed" fz="sm">
          {[year.title, topic.title, section.title, ...university.map(({ title }) => title)].join(
            ', ',
          )}
        </Text>
      </Group>
      {question.passage && (
        <section className={styles.passage} aria-label={words.passage}>
          <RichText html={question.passage} />
        </section>
      )}
      <RichText html={question.question} />
      {question.logo && <QuestionPicture src={question.logo} />}
      <ol className={styles.options}>
        {question.options.map(({ _id, option }, i) => {
          const key = _id === question.correctAns
          return (
            <li key={_id} data-key={key || undefined}>
              <span className={styles.letter}>{letterOf(i)}</span>
              <RichText html={option} inline className={styles.option} />
              {key && (
                <span className={styles.key}>
                  {words.rightAnswer} <Check size={16} strokeWidth={3} aria-hidden />
                </span>
              )}
            </li>
          )
        })}
      </ol>
      {question.description.trim() && (
        <section className={styles.explanation} aria-label={words.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {words.explanation}
          </Text>
          <RichText html={question.description} />
        </section>
      )}
    </Stack>
  )
}

interface QuestionDrawerProps {
  /** Closed if null. */
  question: AdminQuestion | null
  /** The path of its edit form. */
  edit: string | null
  onClose: () => void
}
