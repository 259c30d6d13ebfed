// The account page of the back office: personal details, second factor, sessions; and the page that
// demands a second factor first.
import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '@/shared/api/types'
import { paths } from '@/shared/paths'
import { OwnSessions } from '@/shared/session/OwnSessions'
import { useUser } from '@/shared/session/useSession'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Page, Panel } from '@/shared/ui/Page'
import { ownAccountTexts, secondFactorTexts } from './messages'
import { SecondFactor } from './SecondFactor'
import { useServerDemands } from './serverDemands'

export function Account() {
  const user = useUser()
  return (
    <Page title={ownAccountTexts.title} width={720}>
      <Stack gap="lg">
        {user && (
          <Panel component="section" aria-label={ownAccountTexts.name}>
            <DescriptionList
              items={[
                [ownAccountTexts.name, `${user.first_name} ${user.last_name}`],
                [ownAccountTexts.email, user.email],
                [ownAccountTexts.role, roleOf(user)],
              ]}
            />
            <Button
              component={Link}
              to={paths.accountSetting}
              variant="default"
              mt="md"
              leftSection={<KeyRound size={16} aria-hidden />}
            >
              {ownAccountTexts.password}
            </Button>
          </Panel>
        )}
        <SecondFactor />
        <OwnSessions />
      </Stack>
    </Page>
  )
}

function roleOf({ role, isSuperAdmin }: User): string {
  if (role === 'moderator') return ownAccountTexts.moderator
  return isSuperAdmin ? ownAccountTexts.superAdmin : ownAccountTexts.administrator
}

/** Replaces every screen until the required second factor is set up. */
export function SetUpFirst() {
  const client = useQueryClient()
  const goOn = () => {
    useServerDemands.setState({ setUp: false })
    // Queries that were refused meanwhile.
    void client.resetQueries()
  }
  return (
    <Page
      title={secondFactorTexts.firstTitle}
      description={secondFactorTexts.firstText}
      width={720}
    >
      <SecondFactor onSet={goOn} />
    </Page>
  )
}
