// The parts of small forms in the back office's dialogs.
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { PasswordField } from './FormDialog'

it('names the button of a password by what its next press does', async () => {
  render(
    <MantineProvider env="test">
      <PasswordField label="Password" />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show the password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide the password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})
