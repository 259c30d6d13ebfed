// Shown when somebody else has logged in from another tab: this tab stops until the user confirms.
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import type { User } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { endSession } from '@/shared/session/endSession'
import { followTabs } from '@/shared/session/session'
import { mainId } from '@/shared/ui/focus'
import { Panel } from '@/shared/ui/Page'

export const changedTexts = {
  anotherAccount: 'Another account',
  signedInNow: (name: string) => `${name} is logged in now`,
  otherTab:
    'You logged in with another account in another tab. A browser can use only one account at a time.',
  goOnAs: (name: string) => `Continue as ${name}`,
}

export function Changed({ other }: ChangedProps) {
  const name = `${other.first_name} ${other.last_name}`
  const [leaving, setLeaving] = useState(false)
  const logOut = async () => {
    setLeaving(true)
    await endSession()
    setLeaving(false)
  }
  return (
    <Box component="main" id={mainId} tabIndex={-1} p="xl" maw={560} mx="auto">
      <title>{`${changedTexts.anotherAccount} · Sabi`}</title>
      <Panel>
        <Stack>
          <UserRoundCheck size={28} strokeWidth={1.75} aria-hidden />
          <Title order={1} fz="h2">
            {changedTexts.signedInNow(name)}
          </Title>
          <Text role="status">{changedTexts.otherTab}</Text>
          <Group gap="sm">
            <Button onClick={followTabs}>{changedTexts.goOnAs(name)}</Button>
            <Button variant="default" loading={leaving} onClick={() => void logOut()}>
              {common.logOut}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </Box>
  )
}

export interface ChangedProps {
  other: User
}
