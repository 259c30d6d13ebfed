// A day is typed as day/month/year; what is none stays as it was typed.
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { dayTexts } from '@/shared/i18n/common'
import { DateField, type DateFieldProps } from './DateField'

function shown(props: Partial<DateFieldProps> = {}) {
  const onSettled = vi.fn()
  const values: string[] = []
  function Form() {
    const [value, setValue] = useState('')
    return (
      <DateField
        label="Born"
        value={value}
        onChange={(day) => {
          values.push(day)
          setValue(day)
        }}
        onSettled={onSettled}
        {...props}
      />
    )
  }
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  )
  return { field: screen.getByRole('textbox', { name: 'Born' }), values, onSettled }
}

it('takes the day before the month, whatever the browser would do', async () => {
  const { field, values, onSettled } = shown()
  await userEvent.type(field, '5/6/1999')
  expect(field).toHaveValue('5/6/1999')
  expect(values.at(-1)).toBe('1999-06-05')
  await userEvent.tab()
  expect(field).toHaveValue('05/06/1999')
  expect(onSettled).toHaveBeenLastCalledWith('1999-06-05')
  expect(field).not.toBeInvalid()
})

it('says what is wrong after the press that leaves it, which it would push away', async () => {
  const { field } = shown()
  const user = userEvent.setup()
  await user.type(field, 'no day')
  await user.pointer({ keys: '[MouseLeft>]', target: document.body })
  expect(field).not.toHaveFocus()
  expect(field).not.toBeInvalid()
  await user.pointer('[/MouseLeft]')
  await waitFor(() => expect(field).toBeInvalid())
})

it.each(['dragend', 'pointercancel'])('says it too after a drag that ends with %s', async (end) => {
  const { field } = shown()
  const user = userEvent.setup()
  await user.type(field, 'no day')
  await user.pointer({ keys: '[MouseLeft>]', target: document.body })
  fireEvent(document.body, new Event(end, { bubbles: true }))
  await waitFor(() => expect(field).toBeInvalid())
})

it.each([
  ['13/25/1999', dayTexts.dayUnreadable],
  ['01/01/202', dayTexts.dayUnreadable],
  ['01/01/2020', dayTexts.dayTooLate('31/12/2010')],
])('keeps %s as it was typed, with an error once it is left', async (typed, error) => {
  const { field } = shown({ max: '2010-12-31' })
  await userEvent.type(field, typed)
  expect(field).not.toBeInvalid()
  await userEvent.tab()
  expect(field).toHaveValue(typed)
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(error)
})

it('is empty again, and settled by Enter', async () => {
  const { field, values, onSettled } = shown()
  await userEvent.type(field, '05061999{Enter}')
  expect(onSettled).toHaveBeenLastCalledWith('1999-06-05')
  expect(field).toHaveValue('05/06/1999')
  await userEvent.clear(field)
  await userEvent.tab()
  expect(values.at(-1)).toBe('')
  expect(field).not.toBeInvalid()
})
