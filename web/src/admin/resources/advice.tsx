// Advice to students whose accuracy falls into a band (spec 3 §2, §3 and §5).
import { Select } from '@mantine/core'
import { Lightbulb } from 'lucide-react'
import { BandsOfAll, BandsWithThis } from '../advice/Ruler'
import { status } from '../resource/cells'
import { defineResource } from '../resource/defineResource'
import type { SlotProps } from '../resource/fieldTypes'
import { useFormField } from '../resource/formContext'
import { messages } from '../resource/messages'

const percentages = Array.from({ length: 101 }, (_, n) => ({ value: String(n), label: `${n}%` }))
const percent = (value: number) => `${value}%`

export const advice = defineResource({
  name: 'advice',
  calls: {
    list: '/api/v1/admin/advice-list',
    one: '/api/v1/admin/advice-list/{id}',
    add: '/api/v1/admin/advice-list/add',
    update: '/api/v1/admin/advice-list/update/{id}',
    delete: '/api/v1/admin/advice-list/{id}',
  },
  screen: { list: '/admin/advice-list', edit: '/admin/advice-list/:id/edit' },
  menu: { group: 'Content', icon: Lightbulb },
  slots: { Above: BandsOfAll, Inside: BandsWithThis },
  texts: {
    one: 'Advice',
    many: 'Advice',
    about: 'What a result says to students, by their accuracy.',
    added: 'Advice successfully added.',
    updated: 'Advice updated successfully',
    deleted: 'Advice deleted successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'min_percentage', title: 'From', sort: true, align: 'right', cell: percent },
    { name: 'max_percentage', title: 'To', sort: true, align: 'right', cell: percent },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'min_percentage',
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    min_percentage: { kind: 'slot', label: 'From percentage', required: true, Field: From },
    max_percentage: { kind: 'slot', label: 'To percentage', required: true, Field: To },
    description: { kind: 'rich', label: 'Description', required: true, height: 200 },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

/** Choosing where the band begins sets its end to the same value. */
function From(props: SlotProps) {
  const { onChange, form } = useFormField<number | null>(props.name)
  const set = (value: number | null) => {
    onChange(value)
    form.setFieldValue('max_percentage', value)
  }
  return <Percentage {...props} disabled={() => false} onChange={set} />
}

/** Only what lies above the beginning can be chosen. */
function To(props: SlotProps) {
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
      withAsterisk={required}
      error={error}
      data={percentages.map((one) => ({ ...one, disabled: disabled(Number(one.value)) }))}
      value={value === null ? null : String(value)}
      onChange={(text) => onChange(text === null ? null : Number(text))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={messages.noChoices}
    />
  )
}

interface PercentageProps extends SlotProps {
  disabled: (value: number) => boolean
  onChange: (value: number | null) => void
}
