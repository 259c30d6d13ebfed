// Chooses the right option: exactly one.
import { Group, Input, Radio } from '@mantine/core'
import { useId } from 'react'
import { letterOf } from '@/shared/i18n/format'
import { plainText } from '@/shared/ui/plainText'
import { messages } from '../bank/messages'
import { useFormContext, useFormField } from '../resource/formContext'
import { type EntryNames, numbers } from './questionFields'

export function RightAnswer({ names, count }: { names: EntryNames; count: number }) {
  const id = useId()
  const { form } = useFormContext()
  const { value, error, onChange } = useFormField<number | null>(names.right)
  return (
    <Input.Wrapper
      label={messages.form.rightAnswer}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      withAsterisk
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <Group
        gap="lg"
        my={6}
        role="radiogroup"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-required
        {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
      >
        {numbers.slice(0, count).map((n) => (
          <Radio
            key={n}
            name={`${id}-right`}
            label={letterOf(n - 1)}
            description={
              <span dir="auto">{plainText(String(form.values[names.option(n)] ?? ''))}</span>
            }
            checked={value === n}
            onChange={() => onChange(n)}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}
