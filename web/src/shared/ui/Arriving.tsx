// Shown in place of a field whose code is loading: its label, and a disabled input.
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

export function Arriving({ label, description, withAsterisk = false }: ArrivingProps) {
  return (
    <TextInput
      label={label}
      description={description}
      withAsterisk={withAsterisk}
      disabled
      aria-busy
    />
  )
}

interface ArrivingProps {
  label: string
  description?: ReactNode
  withAsterisk?: boolean | undefined
}
