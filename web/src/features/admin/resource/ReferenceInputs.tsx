// The inputs of `Reference.tsx`, including the dropdown's code.
import { Button, Group, Input, MultiSelect, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '@/shared/i18n/common'
import { resourceTexts } from '../messages'
import { useReference } from './Reference'

/** Number of choices shown at first; typing finds the others. */
const SHOWN = 100

export function ReferenceInput({ of, value, onChange, error, ...rest }: OneProps) {
  const list = useReference(of)
  return (
    <>
      <Select
        {...rest}
        data={withUnlisted(list.data, value === null ? [] : [value])}
        value={value}
        onChange={onChange}
        error={error ?? list.error}
        placeholder={list.placeholder}
        limit={SHOWN}
        searchable
        clearable={!rest.withAsterisk}
        allowDeselect={false}
        nothingFoundMessage={resourceTexts.noChoices}
      />
      {list.error && <Retry onClick={list.retry} />}
    </>
  )
}

export function ReferencesInput({ of, value, onChange, error, label, ...rest }: ManyProps) {
  const list = useReference(of)
  const everything = list.data.length > 0 && value.length >= list.data.length
  return (
    <>
      <Group justify="space-between" gap="xs" mb={4} wrap="nowrap">
        <Input.Label component="div" aria-hidden required={rest.withAsterisk}>
          {label}
        </Input.Label>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`${everything ? resourceTexts.clearAll : resourceTexts.selectAll}: ${label}`}
          disabled={list.data.length === 0}
          onClick={() => onChange(everything ? [] : list.data.map((one) => one.value))}
        >
          {everything ? resourceTexts.clearAll : resourceTexts.selectAll}
        </Button>
      </Group>
      <MultiSelect
        {...rest}
        withAsterisk={false}
        aria-label={label}
        data={withUnlisted(list.data, value)}
        value={value}
        onChange={onChange}
        error={error ?? list.error}
        placeholder={value.length === 0 ? list.placeholder : ''}
        limit={SHOWN}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `${resourceTexts.clearAll}: ${label}` }}
        hidePickedOptions
        nothingFoundMessage={resourceTexts.noChoices}
      />
      {list.error && <Retry onClick={list.retry} />}
    </>
  )
}

const Retry = ({ onClick }: { onClick: () => void }) => (
  <Button mt={4} size="compact-sm" variant="default" onClick={onClick}>
    {common.retry}
  </Button>
)

interface Choice {
  value: string
  label: string
}

/** The chosen records stay visible while the list loads. */
function withUnlisted(data: Choice[], chosen: string[]): Choice[] {
  const listed = new Set(data.map(({ value }) => value))
  const others = chosen.filter((id) => !listed.has(id))
  return others.length === 0
    ? data
    : [
        ...data,
        ...others.map((value) => ({ value, label: data.length ? resourceTexts.notListed : '…' })),
      ]
}

interface InputProps {
  label: string
  description: string | undefined
  error: ReactNode
  withAsterisk: boolean
  'aria-required'?: boolean
  of: string
}

export interface OneProps extends InputProps {
  value: string | null
  onChange: (value: string | null) => void
}

export interface ManyProps extends InputProps {
  value: string[]
  onChange: (value: string[]) => void
}
