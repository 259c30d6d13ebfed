// The visitor's first page: what Sabi is, and the way in.
import { Box, Button, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { BookOpen, CalendarClock, type LucideIcon, Timer } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { useSession } from '@/stores/session'
import { Panel } from '@/ui/Panel'
import styles from './Home.module.css'

const modes: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: BookOpen,
    title: 'Study',
    text: 'No clock. Open the answer and its explanation whenever you want them.',
  },
  {
    icon: Timer,
    title: 'Practice',
    text: 'Choose the year, the topics, the number of questions and the minutes.',
  },
  {
    icon: CalendarClock,
    title: 'Mock',
    text: 'The whole paper against the real time, marked as the board marks it.',
  },
]

export function Home() {
  const user = useSession((session) => session.user)
  const door = !user
    ? { to: paths.login, label: 'Log in to start' }
    : { to: user.role === 'admin' ? paths.admin : paths.dashboard, label: 'Go to your dashboard' }
  return (
    <>
      <title>Sabi · Practice for JAMB UTME, WASSCE, BECE and POST UTME</title>
      <Box className={styles.hero}>
        <Container size="lg" py={{ base: 48, sm: 88 }}>
          <Stack gap="lg" maw={680}>
            <Title order={1} className={styles.headline}>
              Walk into the hall having sat it before.
            </Title>
            <Text fz="lg" className={styles.lead}>
              Sabi prepares you for JAMB UTME, WASSCE, JSCE (BECE) and POST UTME with tests that
              work as the real ones do, on a computer or on your phone.
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
          Three ways to use a paper
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
          {modes.map(({ icon: Icon, title, text }) => (
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
          Each answer is kept as you give it, even when the network goes or the battery dies. When
          you submit, you see your score, what was right, what was wrong and why.
        </Text>
      </Container>
    </>
  )
}
