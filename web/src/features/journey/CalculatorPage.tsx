// The calculator on a page of its own.
import { Calculator } from '@/shared/ui/Calculator'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
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
