// The visitor's first page: what Sabi is, and the way in.
import { Box, Button, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { BookOpen, CalendarClock, type LucideIcon, Timer } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { useSession } from '@/stores/session'
import { Panel } from '@/ui/Panel'
import styles from './Home.module.css'
import { messages } from './messages'

const words = messages.public
const modes = (): { icon: LucideIcon; title: string; text: string }[] => [
  {
    icon: BookOpen,
    title: words.study,
    text: words.studyText,
  },
  {
    icon: Timer,
    title: words.practice,
    text: words.practiceText,
  },
  {
    icon: CalendarClock,
    title: words.mock,
    text: words.mockText,
  },
]

export function Home() {
  const user = useSession((session) => session.user)
  const door = !user
    ? { to: paths.login, label: words.logIn }
    : { to: user.role === 'admin' ? paths.admin : paths.dashboard, label: words.toDashboard }
  return (
    <>
      <title>{words.title}</title>
      <Box className={styles.hero}>
        <Container size="lg" py={{ base: 48, sm: 88 }}>
          <Stack gap="lg" maw={680}>
            <Title order={1} className={styles.headline}>
              {words.headline}
            </Title>
            <Text fz="lg" className={styles.lead}>
              {words.lead}
            </Text>
            <Group>
              <Button component={Link} to={door.to} size="lg" color="sun.4">
                {door.label}
              </Button>
            </Group>
          </Stack>
        </Container>
      </Box>
      <Container size="lg" py={{ base: 40, sm: 64 }}>
        <Title order={2} mb="lg">
          {words.threeWays}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
          {modes().map(({ icon: Icon, title, text }) => (
            <Panel key={title}>
              <Icon size={28} strokeWidth={1.75} className={styles.icon} aria-hidden />
              <Title order={3} mt="sm" mb={4}>
                {title}
              </Title>
              <Text c="dimmed">{text}</Text>
            </Panel>
          ))}
        </SimpleGrid>
        <Text c="dimmed" mt="xl" maw={680}>
          {words.kept}
        </Text>
      </Container>
    </>
  )
}
