// From an import to the questions it brought.
import { Button } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { Link } from 'react-router'
import { words } from './messages'

export const ListLink = ({ to }: { to: string }) => (
  <Button component={Link} to={to} leftSection={<ListChecks size={18} aria-hidden />}>
    {words.viewQuestions}
  </Button>
)
