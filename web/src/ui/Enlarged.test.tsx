// A picture is shown large when it is pressed, wherever it stands.
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Enlarged } from './Enlarged'
import { QuestionPicture, RichText } from './RichText'

const show = () =>
  render(
    <MantineProvider>
      <Enlarged />
      <RichText html='<p>Look: <img src="/uploads/leaf.png" alt="A leaf"></p>' />
      <QuestionPicture src="/uploads/root.png" />
      <label>
        <RichText inline html='<img src="/uploads/stem.png" alt="A stem">' />
        <input type="radio" />
      </label>
    </MantineProvider>,
  )

it('shows the picture itself, whose smaller one stood in the text, and goes back to it', async () => {
  const user = userEvent.setup()
  show()
  const leaf = screen.getByRole('button', { name: 'Enlarge the picture: A leaf' })
  leaf.focus()
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'A leaf' })
  const large = within(dialog).getByRole('img', { name: 'A leaf' })
  expect(large).toHaveAttribute('src', expect.stringMatching(/\/uploads\/leaf\.png$/))
  // Offline the picture itself may not be at hand.
  fireEvent.error(large)
  expect(large).toHaveAttribute('src', expect.stringMatching(/leaf\.png\?size=small$/))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(leaf).toHaveFocus()
})

it('names a picture that tells nothing of itself, and leaves those of options to choose them', async () => {
  const user = userEvent.setup()
  show()
  await user.click(screen.getByRole('button', { name: 'Enlarge the picture' }))
  const dialog = await screen.findByRole('dialog', { name: 'Picture' })
  await user.click(within(dialog).getByRole('button', { name: 'Close the picture' }))
  await user.click(screen.getByRole('img', { name: 'A stem' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('radio')).toBeChecked()
})
