// The student's subscriptions, active and expired (spec 2 §2.5).
import { Badge, Box, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { subscriptionPageQuery } from '@/shared/api/queries/enrolment'
import type { UserSubscription } from '@/shared/api/types'
import { NothingHeld } from '@/shared/flow/ExamStep'
import { takeUpNamed } from '@/shared/flow/steps'
import { daysLeft } from '@/shared/flow/subscription'
import { common } from '@/shared/i18n/common'
import { formatDay, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { useListAddress } from '@/shared/lists/useListAddress'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { type Column, DataTable, TableSkeleton } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { plainText } from '@/shared/ui/plainText'
import { SearchField } from '@/shared/ui/SearchField'
import { EmptyState } from '@/shared/ui/states'
import { pageOf, pageSizes } from './listParams'
import { plansTexts } from './messages'
import { OpenPayments } from './OpenPayments'

/** The number of remaining days is shown from this many on. */
const SOON = 14

const columns = (upgrade: (row: UserSubscription) => void): Column<UserSubscription>[] => [
  { key: 'exam', title: common.exam, main: true, sort: 'exam', render: examOf },
  { key: 'plan', title: common.plan, sort: 'planName', compact: 'aside', render: planOf },
  {
    key: 'description',
    title: plansTexts.description,
    sort: 'description',
    compact: 'line',
    render: (row) => plainText(row.description) || common.none,
  },
  {
    key: 'subscribedAt',
    title: plansTexts.subscribedAt,
    sort: 'subscribedAt',
    compact: 'named',
    render: (row) => formatDay(row.subscribedAt),
  },
  {
    key: 'expireAt',
    title: plansTexts.expiresAt,
    sort: 'expireAt',
    compact: 'named',
    render: (row) => (
      <>
        {formatDay(row.expireAt)} <State of={row} />
      </>
    ),
  },
  {
    key: 'action',
    title: common.action,
    align: 'right',
    actions: true,
    render: (row) => (
      <Button
        size="xs"
        variant="light"
        aria-label={plansTexts.upgradePlanOf(examOf(row))}
        onClick={() => upgrade(row)}
      >
        {plansTexts.upgradePlan}
      </Button>
    ),
  },
]

export function MySubscriptions() {
  const user = useUserId() ?? ''
  const { asked, ask, paging } = useListAddress(pageOf)
  const navigate = useNavigate()
  const query = useQuery({ ...subscriptionPageQuery(user, asked), enabled: user !== '' })
  const upgrade = ({ exam, university }: UserSubscription) => {
    takeUpNamed(exam, university)
    navigate(paths.subscriptionPlans)
  }
  return (
    <Page
      title={common.mySubscriptions}
      description={plansTexts.subscriptionsText}
      width={1120}
      actions={
        <Button component={Link} to={paths.exams} variant="default">
          {common.chooseExam}
        </Button>
      }
    >
      <Stack gap="sm" mb="md">
        <OpenPayments />
      </Stack>
      <Panel>
        <QueryView query={query} waiting={<TableSkeleton />}>
          {({ data, total }) => (
            <>
              {(total > 1 || asked.q || query.isPlaceholderData) && (
                <Box maw={360} mb="md">
                  <SearchField
                    label={plansTexts.findSubscription}
                    value={asked.q}
                    onSearch={(q) => ask({ q }, true)}
                  />
                </Box>
              )}
              <DataTable
                label={common.mySubscriptions}
                columns={columns(upgrade)}
                rows={data}
                rowKey={(row) => row._id}
                busy={query.isPlaceholderData}
                sort={asked.sort}
                onSort={(sort) => ask({ sort })}
                paging={paging(total, pageSizes)}
                empty={asked.q ? <EmptyState title={plansTexts.nothingMatches} /> : <NothingHeld />}
              />
            </>
          )}
        </QueryView>
      </Panel>
    </Page>
  )
}

const planOf = ({ planName }: UserSubscription) => planName

function examOf({ exam, university }: Pick<UserSubscription, 'exam' | 'university'>): string {
  return university ? common.examAt(exam.title, university.title) : exam.title
}

function State({ of }: { of: UserSubscription }) {
  if (!of.status) {
    return (
      <Badge color="gray" variant="light" tt="none">
        {common.planExpired}
      </Badge>
    )
  }
  const days = daysLeft(of)
  return (
    <>
      <Badge variant="light" tt="none">
        {plansTexts.active}
      </Badge>
      {days <= SOON && (
        <Text component="span" fz="xs" c="dimmed" display="block">
          {plural(plansTexts.daysLeft, days)}
        </Text>
      )}
    </>
  )
}
