// The calculator on a page of its own.
import { Calculator } from '@/ui/Calculator'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { messages } from './messages'

export function CalculatorPage() {
  return (
    <Page title={messages.common.calculator} width={400}>
      <Panel>
        <Calculator />
      </Panel>
    </Page>
  )
}
