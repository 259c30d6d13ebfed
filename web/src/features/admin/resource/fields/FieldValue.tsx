// The value of a field as text, for comparing two versions of a record.
import type { Picture } from '@/shared/ui/ImageField'
import { picture } from '../cells'
import type { AnyField } from '../fieldTypes'
import { pictureTexts, resourceTexts } from '../messages'
import { plainText } from '../values'
import { useReference } from './Reference'

export function FieldValue({ field, value }: { field: AnyField; value: unknown }) {
  if (value === null || value === '') return resourceTexts.none
  switch (field.kind) {
    case 'status':
      return value ? resourceTexts.active : resourceTexts.inactive
    case 'switch':
      return value ? resourceTexts.yes : resourceTexts.no
    case 'rich':
      return plainText(String(value)) || resourceTexts.none
    case 'select':
      return field.options.find((one) => one.value === value)?.label ?? String(value)
    case 'image': {
      const { address, chosen, cleared } = value as Picture
      return chosen ? pictureTexts.chosen(chosen.name) : picture(cleared ? null : address)
    }
    case 'reference':
    case 'references':
      return <Titles of={field.of} value={value} />
    case 'slot':
      return field.of ? <Titles of={field.of} value={value} /> : String(value)
    default:
      return String(value)
  }
}

function Titles({ of, value }: { of: string; value: unknown }) {
  const { data } = useReference(of)
  const ids = Array.isArray(value) ? value : [value]
  const titles = ids.map((id) => data.find((one) => one.value === id)?.label ?? '…')
  return titles.join(', ') || resourceTexts.none
}
