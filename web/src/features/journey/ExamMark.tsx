// The mark of an exam that has no picture of its own: its initials on a colour of its own.
import { ThemeIcon } from '@mantine/core'
import { jsceBece, postUtme, wassceWaec } from '@/exams'

const colours: Record<string, string> = {
  [wassceWaec]: 'blue.8',
  [jsceBece]: 'grape.8',
  [postUtme]: 'sun.8',
}

export function ExamMark({ slug, title }: { slug: string; title: string }) {
  // What stands in brackets is another name of the same.
  const capitals = title.replace(/\(.*\)/, '').match(/\b[A-Z]/g)
  return (
    <ThemeIcon size={44} radius="md" color={colours[slug] ?? 'brand'} fw={800} aria-hidden>
      {capitals?.slice(0, 2).join('')}
    </ThemeIcon>
  )
}
