// The guards of forms with unsaved changes.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useSession } from '@/shared/session/useSession'
import { renderRoutes } from '@/testing/renderApp'
import { useLeaveGuard } from './useLeaveGuard'

const words = { title: '', text: '', stay: '', go: '', ended: '', logInAgain: '' }

function Form({ name }: { name: string }) {
  const [open, setOpen] = useState(true)
  return open ? <Dirty name={name} onSave={() => setOpen(false)} /> : null
}

function Dirty({ name, onSave }: { name: string; onSave: () => void }) {
  const { dialog } = useLeaveGuard(true, words)
  return (
    <>
      <button type="button" onClick={onSave}>
        {name}
      </button>
      {dialog}
    </>
  )
}

it('still knows of unsaved text in one form after another was saved', async () => {
  const both = (
    <>
      <Form name="Save one" />
      <Form name="Save two" />
    </>
  )
  renderRoutes([{ path: '/', element: both }], '/')
  const isUnsaved = () => useSession.getState().unsaved
  await userEvent.click(await screen.findByRole('button', { name: 'Save one' }))
  expect(isUnsaved()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save two' }))
  expect(isUnsaved()).toBe(false)
})
