// The formats in which banks come and go, under their names.
import type { BankKind } from '@/api/queries/bankFiles'
import type { BankFormat } from '@/api/types'
import { formats } from './messages'

/** Those that can hold this, the usual one first. */
export function formatNames(kind: BankKind): [BankFormat, string][] {
  const all: [BankFormat, string][] = [
    ['xlsx', formats.xlsx],
    ['csv', formats.csv],
    ['aiken', formats.aiken],
    ['gift', formats.gift],
    ['xml', formats.xml],
    ['jsonl', formats.jsonl],
  ]
  return kind === 'questions' ? all : all.filter(([format]) => format !== 'aiken')
}
