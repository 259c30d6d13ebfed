// Chooses an option of a field by its label, whether it is the browser's own field or a combobox.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

export async function choose(name: string | RegExp, option: string): Promise<void> {
  const field = await screen.findByRole('combobox', { name })
  if (field instanceof HTMLSelectElement) return userEvent.selectOptions(field, option)
  await userEvent.click(field)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
