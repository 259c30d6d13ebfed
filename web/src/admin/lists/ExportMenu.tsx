// A whole list as a file, in one of three formats.
import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import { exportUrl } from '@/api/queries/backOffice'
import { downloadProved } from './downloadProved'
import { words } from './messages'

export function ExportMenu({ list }: { list: Parameters<typeof exportUrl>[0] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />}>
          {words.exportList}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx', 'jsonl'] as const).map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={exportUrl(list, format)}
            download
            onClick={downloadProved}
          >
            {words[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
