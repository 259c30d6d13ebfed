// The student's personal data (spec 1 §2).
import { Button, Group, Stack, Title } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '@/shared/api/types'
import type { TriedScoresProps } from '@/shared/flow/TriedScores'
import { formatDay, formatPercent } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { typedDay } from '@/shared/ui/day'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Page, Panel } from '@/shared/ui/Page'
import { ErrorState } from '@/shared/ui/states'
import { profileTexts } from './messages'
import styles from './profile.module.css'

const TriedScores = lazyPart<TriedScoresProps>(
  () => import('@/shared/flow/TriedScores').then((m) => m.TriedScores),
  () => null,
)

const Week = lazyPart(
  () => import('./Week').then((m) => m.Week),
  ({ again }) => <ErrorState onRetry={again} />,
)

export function Profile() {
  const user = useUser()
  if (user === null) return null
  const name = `${user.first_name} ${user.last_name}`
  return (
    <Page
      title={profileTexts.profile}
      width={760}
      actions={
        <Button
          component={Link}
          to={paths.profileEdit}
          leftSection={<Pencil size={16} aria-hidden />}
        >
          {profileTexts.edit}
        </Button>
      }
    >
      <Stack gap="lg">
        <Panel>
          <Group gap="md" mb="lg" wrap="nowrap">
            <div className={styles.initials} aria-hidden>
              {initialsOf(user)}
            </div>
            <Title order={2}>{name}</Title>
          </Group>
          <DescriptionList items={factsOf(user)} />
        </Panel>
        <div>
          <Button component={Link} to={paths.offline} variant="default">
            {profileTexts.offline}
          </Button>
        </div>
        <TriedScores />
        <Week />
      </Stack>
    </Page>
  )
}

const initialsOf = ({ first_name, last_name }: User) =>
  [first_name, last_name].map((name) => [...name][0]?.toUpperCase() ?? '').join('')

/** Dates in the format of the specification. */
function factsOf(user: User): [string, string][] {
  const { none } = profileTexts
  const facts: [string, string][] = [
    [profileTexts.email, user.email],
    [profileTexts.phone, user.mobile_number ? `+${user.mobile_code} ${user.mobile_number}` : none],
    [profileTexts.nationality, user.nationality || none],
    [
      profileTexts.gender,
      user.gender ? (user.gender === 'F' ? profileTexts.female : profileTexts.male) : none,
    ],
    [profileTexts.birth, user.dob ? typedDay(user.dob) : none],
    [profileTexts.joined, formatDay(user.createdAt)],
  ]
  if (user.extraTime > 0) {
    facts.push([profileTexts.extraTime, profileTexts.extraTimeText(formatPercent(user.extraTime))])
  }
  return facts
}
