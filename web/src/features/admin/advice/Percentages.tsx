// The start and end of a band of advice (spec 3 §2).

import { Select } from '@mantine/core'
import { required as markRequired } from '@/shared/ui/required'
import type { SlotProps } from '../resource/fieldTypes'
import { useFormField } from '../resource/formContext'
import { resourceTexts } from '../resource/messages'

const percentages = Array.from({ length: 101 }, (_, n) => ({ value: String(n), label: `${n}%` }))

/** Choosing the start sets the end to the same value. */
export function From(props: SlotProps) {
  const { onChange, form } = useFormField<number | null>(props.name)
  const set = (value: number | null) => {
    onChange(value)
    form.setFieldValue('max_percentage', value)
  }
  return <Percentage {...props} disabled={() => false} onChange={set} />
}

/** Only values from the start upwards can be chosen. */
export function To(props: SlotProps) {
  const { onChange, form } = useFormField<number | null>(props.name)
  const { min_percentage: min } = form.values
  const below = (value: number) => typeof min === 'number' && value <= min
  return <Percentage {...props} disabled={below} onChange={onChange} />
}

function Percentage({ name, label, description, required, disabled, onChange }: PercentageProps) {
  const { value, error } = useFormField<number | null>(name)
  return (
    <Select
      label={label}
      description={description}
      {...markRequired(required)}
      error={error}
      data={percentages.map((one) => ({ ...one, disabled: disabled(Number(one.value)) }))}
      value={value === null ? null : String(value)}
      onChange={(text) => onChange(text === null ? null : Number(text))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={resourceTexts.noChoices}
    />
  )
}

interface PercentageProps extends SlotProps {
  disabled: (value: number) => boolean
  onChange: (value: number | null) => void
}
