// The mark of an exam that has no picture of its own: its initials on a colour of its own.
import { ThemeIcon } from '@mantine/core'

const colours: Record<string, string> = {
  'wassce-waec-ssce': 'blue.8',
  'jsce-bece': 'grape.8',
  'post-utme': 'orange.9',
}

export function ExamMark({ slug, title }: { slug: string; title: string }) {
  const initials = title
    .match(/\b[A-Z]/g)
    ?.slice(0, 2)
    .join('')
  return (
    <ThemeIcon size={44} radius="md" color={colours[slug] ?? 'brand'} fw={800} aria-hidden>
      {initials}
    </ThemeIcon>
  )
}
