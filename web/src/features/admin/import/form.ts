// The form of an import, and its validation before anything is sent.
import { useForm } from '@mantine/form'
import type { BankKind, ImportTarget } from '@/shared/api/queries/bankFiles'
import type { BankFormat } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { isPicture, MAX_PICTURE } from '@/shared/ui/ImageField'
import { importedTexts } from '../messages'
import { pictureTexts } from '../resource/messages'
import { importTexts } from './messages'

export interface ImportValues extends ImportTarget {
  kind: BankKind
  format: BankFormat
  file: File | null
  images: File[]
  key: 'any' | 'text'
  strict: boolean
}

/** The file extensions of a format. A workbook or bank with pictures is a .zip. */
const endings: Record<BankFormat, readonly string[]> = {
  xlsx: ['.xlsx', '.zip'],
  csv: ['.csv', '.tsv', '.txt', '.zip'],
  aiken: ['.txt', '.zip'],
  gift: ['.gift', '.txt', '.zip'],
  xml: ['.xml', '.zip'],
  jsonl: ['.jsonl', '.ndjson', '.json', '.zip'],
}

export const endingsOf = (format: BankFormat) => endings[format]

export function useImportForm(target: ImportTarget, kind: BankKind) {
  return useForm<ImportValues>({
    initialValues: {
      ...target,
      kind,
      format: 'xlsx',
      file: null,
      images: [],
      key: 'any',
      strict: false,
    },
    validate: {
      exam: (exam) => (exam ? null : importTexts.chooseExam),
      university: (university, { exam }) =>
        exam === postUtme && !university ? importedTexts.chooseUniversity : null,
      file: (file, { format }) => checkFile(file, format),
      images: checkPictures,
    },
  })
}

export type ImportForm = ReturnType<typeof useImportForm>

/** Checks the file extension (spec 3 §5). The server checks the content. */
export function checkFile(file: File | null, format: BankFormat): string | null {
  if (!file) return importedTexts.chooseFile
  const name = file.name.toLowerCase()
  if (endings[format].some((ending) => name.endsWith(ending))) return null
  return format === 'xlsx'
    ? importedTexts.notExcel
    : importTexts.wrongEnding(endings[format].join(', '))
}

export function checkPictures(images: File[]): string | null {
  const wrong = images.find(({ name }) => !isPicture(name))
  if (wrong) return importTexts.ofPicture(wrong.name, pictureTexts.invalid)
  const large = images.find(({ size }) => size > MAX_PICTURE)
  return large ? importTexts.ofPicture(large.name, pictureTexts.tooLarge) : null
}
