// Groups the losses of an export by kind, because hundreds of questions may lose the same.
import type { ExportReport } from '@/shared/api/types'

type Loss = ExportReport['losses'][number]

/** A question affected by a loss: its number in the file and, if known, its id. */
export interface LossPlace {
  row: number
  id: string | null
}

export interface LossKind {
  /** The message; if it occurs several times, without details of a single question. */
  message: string
  columns: string[]
  count: number
  /** The questions, each once; empty for a loss of the whole file. */
  places: LossPlace[]
}

/** The losses by kind, in order of first appearance; omitted questions come first. */
export function lossKinds(losses: Loss[]): LossKind[] {
  const kinds = new Map<string, LossKind>()
  for (const { message, column, row, id } of losses) {
    const key = kindOf(message)
    const kind = kinds.get(key) ?? { message, columns: [], count: 0, places: [] }
    kinds.set(key, kind)
    kind.count += 1
    if (kind.count > 1) kind.message = key
    if (column && !kind.columns.includes(column)) kind.columns.push(column)
    if (row !== null && kind.places.at(-1)?.row !== row) kind.places.push({ row, id: id ?? null })
  }
  const isLeftOut = ({ message }: LossKind) => message.includes('was left out')
  return [...kinds.values()].sort((a, b) => Number(isLeftOut(b)) - Number(isLeftOut(a)))
}

/** A message without the names of a question's pictures and without its title. */
function kindOf(message: string): string {
  const plain = message
    .split(' ')
    .map((word) => (/^[^.]{64}\./.test(word) ? '…' : word))
    .join(' ')
  const [from, to] = [plain.indexOf('“'), plain.lastIndexOf('”')]
  return from >= 0 && from < to ? `${plain.slice(0, from + 1)}…${plain.slice(to)}` : plain
}
