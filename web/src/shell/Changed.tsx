// Somebody else has signed in in another tab of this browser: nothing on this one goes on
// before they have said so.
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { UserRoundCheck } from 'lucide-react'
import type { User } from '@/api/types'
import { Panel } from '@/ui/Panel'
import { mainId } from '@/ui/SkipLink'
import { endSession, followTabs } from './session'

export function Changed({ other }: { other: User }) {
  const name = `${other.first_name} ${other.last_name}`
  return (
    <Box component="main" id={mainId} tabIndex={-1} p="xl" maw={560} mx="auto">
      <title>Another account · Sabi</title>
      <Panel>
        <Stack>
          <UserRoundCheck size={28} strokeWidth={1.75} aria-hidden />
          <Title order={1} fz="h2">
            {name} is signed in now
          </Title>
          <Text role="status">
            Another account was signed in in another tab, and a browser has one at a time. What was
            open here was of the account before and is closed.
          </Text>
          <Group gap="sm">
            <Button onClick={followTabs}>Go on as {name}</Button>
            <Button variant="default" onClick={() => void endSession()}>
              Log Out
            </Button>
          </Group>
        </Stack>
      </Panel>
    </Box>
  )
}
