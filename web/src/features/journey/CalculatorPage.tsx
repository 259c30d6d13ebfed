// The calculator on a page of its own.
import { Calculator } from '@/ui/Calculator'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'

export function CalculatorPage() {
  return (
    <Page title="Calculator" width={400}>
      <Panel>
        <Calculator />
      </Panel>
    </Page>
  )
}
