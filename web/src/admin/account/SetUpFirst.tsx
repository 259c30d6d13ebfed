// Stands in the place of every screen until the second factor is set up that the server asks for.
import { useQueryClient } from '@tanstack/react-query'
import { Page } from '@/ui/Page'
import { messages } from './messages'
import { SecondFactor } from './SecondFactor'
import { useServerDemands } from './serverDemands'

const words = messages.factor

export function SetUpFirst() {
  const client = useQueryClient()
  const goOn = () => {
    useServerDemands.setState({ setUp: false })
    // What was refused meanwhile.
    void client.resetQueries()
  }
  return (
    <Page title={words.firstTitle} description={words.firstText} width={720}>
      <SecondFactor onSet={goOn} />
    </Page>
  )
}
