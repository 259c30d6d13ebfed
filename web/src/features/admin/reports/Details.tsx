// A part of a report that is closed until it is asked for.
import { type ReactNode, useState } from 'react'
import { Disclosure } from '@/shared/ui/Disclosure'

export function Details({ name, children }: { name: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure name={name} open={open} onToggle={() => setOpen(!open)}>
      {children}
    </Disclosure>
  )
}
