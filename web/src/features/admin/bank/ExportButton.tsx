// The link to the export of a year.
import { Button } from '@mantine/core'
import { FileDown } from 'lucide-react'
import { Link } from 'react-router'
import type { BankKind } from '@/shared/api/queries/bankFiles'
import { adminPaths } from '../paths'
import { bankListTexts } from './messages'

export const ExportButton = ({ subjectId, yearId, kind = 'questions' }: ExportButtonProps) => (
  <Button
    component={Link}
    to={`${adminPaths.bankExport(subjectId, yearId)}${kind === 'theories' ? '?kind=theories' : ''}`}
    variant="default"
    leftSection={<FileDown size={18} aria-hidden />}
  >
    {bankListTexts.exportYear}
  </Button>
)

interface ExportButtonProps {
  subjectId: string
  yearId: string
  kind?: BankKind
}
