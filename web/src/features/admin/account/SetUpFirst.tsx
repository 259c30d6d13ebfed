// Replaces every screen until the required second factor is set up.
import { useQueryClient } from '@tanstack/react-query'
import { Page } from '@/shared/ui/Page'
import { secondFactorTexts } from './messages'
import { SecondFactor } from './SecondFactor'
import { useServerDemands } from './serverDemands'

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
