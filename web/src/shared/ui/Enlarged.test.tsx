// A picture is shown large when it is pressed, in any place.
import { MantineProvider } from '@mantine/core'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Enlarged } from './pictures'
import { QuestionPicture, RichText } from './RichText'

/** The pictures that are being loaded: this browser never does. */
const loading: HTMLImageElement[] = []
vi.stubGlobal(
  'Image',
  class {
    constructor() {
      loading.push(this as unknown as HTMLImageElement)
    }
  },
)

const show = () =>
  render(
    <MantineProvider>
      <Enlarged />
      <RichText html='<p>Look: <img src="/uploads/leaf.png" alt="A leaf"></p>' />
      <QuestionPicture src="/uploads/root.png" />
      <label>
        <input type="radio" />
        <RichText inline enlarge="corner" html='<img src="/uploads/stem.png" alt="A stem">' />
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
  // Until the picture itself has come, and for good where it cannot.
  const large = within(dialog).getByAltText('A leaf')
  expect(large).toHaveAttribute('src', expect.stringMatching(/leaf\.png\?size=small$/))
  act(() => {
    for (const image of loading) image.onload?.(new Event('load'))
  })
  expect(large).toHaveAttribute('src', expect.stringMatching(/\/uploads\/leaf\.png$/))
  const larger = within(dialog).getByRole('button', { name: 'Larger' })
  await user.click(larger)
  expect(larger).toHaveAttribute('aria-pressed', 'true')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(leaf).toHaveFocus()
})

it('names a picture that tells nothing of itself, and leaves those of options to choose them by', async () => {
  const user = userEvent.setup()
  show()
  await user.click(screen.getByRole('button', { name: 'Enlarge the picture' }))
  const dialog = await screen.findByRole('dialog', { name: 'Picture' })
  await user.click(within(dialog).getByRole('button', { name: 'Close the picture' }))
  await user.click(screen.getByRole('img', { name: 'A stem' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('radio')).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Enlarge the picture: A stem' }))
  await screen.findByRole('dialog', { name: 'A stem' })
})
