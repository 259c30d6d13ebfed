// Exports all pages of a filtered list in one of three formats.
import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { toApiError } from '@/shared/api/errors'
import { type ExportList, exportUrl } from '@/shared/api/queries/backOffice'
import { hasProved } from '@/shared/api/queries/security'
import { notify } from '@/shared/ui/notify'
import { proving } from '../account/serverDemands'
import { listToolTexts } from '../messages'
import { atInstants } from '../resource/calls'
import { useListParams } from '../resource/useRows'

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

// Downloads a file with personal data, for which the server requires re-authentication.

/** Follows a download link after re-authentication; a refused download would be saved as a file. */
export function downloadProved(event: MouseEvent<HTMLAnchorElement>): void {
  const { href } = event.currentTarget
  event.preventDefault()
  const download = () => {
    const link = document.createElement('a')
    link.href = href
    link.download = ''
    link.click()
  }
  proving(hasProved).then(download, (thrown) => notify.error(toApiError(thrown).errMessage))
}
