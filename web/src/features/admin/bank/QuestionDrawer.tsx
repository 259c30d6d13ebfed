// A question of a list, in a drawer.
import { Badge, Button, Drawer, Group, Text } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import type { AdminQuestion } from '@/shared/api/types'
import { Status } from '../ui/Status'
import { groupOf } from './describe'
import { drawerTexts } from './messages'
import { ReviewBadge } from './ReviewBadge'
import { WholeQuestion } from './WholeQuestion'

export function QuestionDrawer({ question, edit, onClose }: QuestionDrawerProps) {
  const { pathname, search } = useLocation()
  return (
    <Drawer
      opened={question !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={<Text fw={650}>{question?.title || drawerTexts.question}</Text>}
      closeButtonProps={{ 'aria-label': drawerTexts.close }}
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
            {drawerTexts.edit}
          </Button>
        </Group>
      )}
    </Drawer>
  )
}

function Body({ question }: { question: AdminQuestion }) {
  const { topic, section, year, passageCheck, status, university } = question
  return (
    <WholeQuestion
      question={question}
      about={
        <>
          <Status active={status} />
          <ReviewBadge of={question} />
          {passageCheck && (
            <Badge variant="light" tt="none">
              {drawerTexts.linkedTo(groupOf(question))}
            </Badge>
          )}
          <Text c="dimmed" fz="sm">
            {[year.title, topic.title, section.title, ...university.map(({ title }) => title)].join(
              ', ',
            )}
          </Text>
        </>
      }
    />
  )
}

interface QuestionDrawerProps {
  /** Closed if null. */
  question: AdminQuestion | null
  /** The path of its edit form. */
  edit: string | null
  onClose: () => void
}
