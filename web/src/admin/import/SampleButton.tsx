// The workbook to fill in.
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { importSampleUrl } from '@/api/queries/bank'
import { words } from './messages'

export const SampleButton = () => (
  <Button
    component="a"
    href={importSampleUrl}
    download
    variant="default"
    leftSection={<Download size={16} aria-hidden />}
  >
    {words.sample}
  </Button>
)
