// The form of an import: what it holds, and what is checked before anything is sent.
import { useForm } from '@mantine/form'
import type { ImportTarget } from '@/api/queries/bank'
import { messages } from '../messages'
import { words } from './messages'

export interface ImportValues extends ImportTarget {
  file: File | null
}

export const postUtme = 'post-utme'

export function useImportForm(target: ImportTarget) {
  return useForm<ImportValues>({
    initialValues: { ...target, file: null },
    validate: {
      exam: (exam) => (exam ? null : words.chooseExam),
      subject: (subject) => (subject ? null : words.chooseSubject),
      year: (year) => (year ? null : words.chooseYear),
      university: (university, { exam }) =>
        exam === postUtme && !university ? messages.bank.chooseUniversity : null,
      file: checkFile,
    },
  })
}

export type ImportForm = ReturnType<typeof useImportForm>

/** One .xlsx (spec 3 §5). Whether it is a workbook inside, the server finds out. */
export function checkFile(file: File | null): string | null {
  if (!file) return messages.bank.chooseFile
  return file.name.toLowerCase().endsWith('.xlsx') ? null : messages.bank.notExcel
}
