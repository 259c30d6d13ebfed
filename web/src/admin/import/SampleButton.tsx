// The workbook to fill in.
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { type BankKind, importSampleUrl } from '@/api/queries/bankFiles'
import { words } from './messages'

export const SampleButton = ({ kind = 'questions' }: { kind?: BankKind }) => (
  <Button
    component="a"
    href={importSampleUrl(kind)}
    download
    variant="default"
    leftSection={<Download size={16} aria-hidden />}
  >
    {words.sample}
  </Button>
)
