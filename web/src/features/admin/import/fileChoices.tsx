// The type of a bank file: its content, its format, and the sample workbook.
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { Download } from 'lucide-react'
import { type BankKind, importSampleUrl } from '@/shared/api/queries/bankFiles'
import type { BankFormat } from '@/shared/api/types'
import styles from '../admin.module.css'
import { formatHints, formats, importTexts } from './messages'

export interface BankFile {
  kind: BankKind
  format: BankFormat
}

/** Questions or theory questions. */
export const KindChoice = ({ value: { kind, format }, onChange }: ChoiceProps) => (
  <SegmentedControl
    w={{ base: '100%', xs: 'max-content' }}
    aria-label={importTexts.kind}
    data={[
      { value: 'questions', label: importTexts.questions },
      { value: 'theories', label: importTexts.theories },
    ]}
    value={kind}
    onChange={(next) => {
      const chosen = next as BankKind
      onChange({ kind: chosen, format: holds(format, chosen) ? format : 'xlsx' })
    }}
  />
)

export const FormatChoice = ({ value: { kind, format }, onChange }: ChoiceProps) => (
  <NativeSelect
    label={importTexts.format}
    description={formatHints[format]}
    data={allFormats
      .filter((one) => holds(one, kind))
      .map((value) => ({ value, label: formats[value] }))}
    value={format}
    onChange={(event) => onChange({ kind, format: event.currentTarget.value as BankFormat })}
  />
)

interface ChoiceProps {
  value: BankFile
  onChange: (value: BankFile) => void
}

/** The most common first. */
const allFormats: readonly BankFormat[] = ['xlsx', 'csv', 'aiken', 'gift', 'xml', 'jsonl']

/** Aiken cannot contain theory questions. */
const holds = (format: BankFormat, kind: BankKind) => format !== 'aiken' || kind === 'questions'

export const SampleButton = ({ kind = 'questions' }: { kind?: BankKind }) => (
  <a href={importSampleUrl(kind)} download className={styles.button}>
    <Download size={16} aria-hidden />
    {importTexts.sample}
  </a>
)
