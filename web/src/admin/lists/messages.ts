// The words of lists that can be taken away.
import { catalogue } from '@/i18n/catalogue'

export const words = catalogue(
  {
    exportList: 'Export',
    csv: 'As CSV',
    xlsx: 'As a workbook',
    jsonl: 'As JSON lines',
  },
  {},
)
