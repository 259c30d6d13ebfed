// The calculator on a page of its own.

import { common } from '@/shared/i18n/common'
import { Calculator } from '@/shared/ui/Calculator'
import { Page, Panel } from '@/shared/ui/Page'

export function CalculatorPage() {
  return (
    <Page title={common.calculator} width={400}>
      <Panel>
        <Calculator />
      </Panel>
    </Page>
  )
}
