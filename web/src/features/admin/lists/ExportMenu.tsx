// Exports all pages of a filtered list in one of three formats.
import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import { type ExportList, exportUrl } from '@/shared/api/queries/backOffice'
import { useListParams } from '../resource/useListParams'
import { atInstants } from './days'
import { downloadProved } from './downloadProved'
import { listToolTexts } from './messages'

/** The filters of each list's screen, by their names in the address. */
const filtersOf: Record<ExportList, readonly string[]> = {
  students: ['accountStatus', 'from', 'to'],
  subscriptions: ['exam', 'from', 'to'],
  payments: ['state', 'exam', 'from', 'to'],
  messages: ['isReply'],
  newsletter: [],
}

export function ExportMenu({ list }: { list: ExportList }) {
  const { ask } = useListParams({ sorts: [], filters: filtersOf[list] })
  const shown = { q: ask.q, filters: atInstants(ask.filters) }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />}>
          {listToolTexts.exportList}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx', 'jsonl'] as const).map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={exportUrl(list, format, shown)}
            download
            onClick={downloadProved}
          >
            {listToolTexts[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
