// Selects a part of the bank: all of it, an exam, a subject, a year.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminExamsQuery, examSubjectsQuery } from '@/shared/api/queries/bank'
import type { BankScope } from '@/shared/api/queries/bankQuality'
import { lastYears } from '../bank/examYears'
import { qualityTexts } from './messages'
import styles from './quality.module.css'

export const everything: BankScope = { exam: '', subject: '', year: '' }

export function ScopeFields({ scope, onChange, disabled = false, children }: ScopeFieldsProps) {
  const exams = useQuery(adminExamsQuery)
  const examId = exams.data?.find(({ slug }) => slug === scope.exam)?._id ?? ''
  const subjects = useQuery({ ...examSubjectsQuery(examId), enabled: examId !== '' })
  return (
    <div className={styles.scope}>
      <NativeSelect
        label={qualityTexts.exam}
        disabled={disabled}
        data={[
          { value: '', label: qualityTexts.allExams },
          ...(exams.data ?? []).map(({ slug, title }) => ({ value: slug, label: title })),
        ]}
        value={scope.exam}
        onChange={(event) => onChange({ ...scope, exam: event.currentTarget.value, subject: '' })}
      />
      <NativeSelect
        label={qualityTexts.subject}
        disabled={disabled || examId === ''}
        data={[
          { value: '', label: qualityTexts.allSubjects },
          ...new Set((subjects.data ?? []).map(({ title }) => title)),
        ]}
        value={scope.subject}
        onChange={(event) => onChange({ ...scope, subject: event.currentTarget.value })}
      />
      <NativeSelect
        label={qualityTexts.year}
        disabled={disabled}
        data={[{ value: '', label: qualityTexts.allYears }, ...lastYears().map(String)]}
        value={scope.year}
        onChange={(event) => onChange({ ...scope, year: event.currentTarget.value })}
      />
      {children}
    </div>
  )
}

interface ScopeFieldsProps {
  scope: BankScope
  onChange: (scope: BankScope) => void
  disabled?: boolean
  /** The actions on it. */
  children?: ReactNode
}
