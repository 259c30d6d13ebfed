// A required rich text is exposed as required, which its editor does not do by itself.
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { editorTexts } from './editorMessages'
import { RichTextField } from './RichTextField'

const props = {
  value: '',
  onChange: () => undefined,
  upload: async () => '',
  uploadFailure: String,
  failed: 'The editor could not be loaded.',
}

it('is exposed as required, where it is', async () => {
  render(
    <MantineProvider env="test">
      <RichTextField label="Question" required {...props} />
      <RichTextField label="Explanation" {...props} />
    </MantineProvider>,
  )
  expect(await screen.findByRole('textbox', { name: 'Question' })).toBeRequired()
  expect(await screen.findByRole('textbox', { name: 'Explanation' })).not.toBeRequired()
})

it('shows formulas as formulas, and keeps their source as it is stored', async () => {
  const onChange = vi.fn()
  const html = '<p>Find \\(x^{2}\\) and $$\\frac{1}{2}$$ of A$$$AP.</p>'
  render(
    <MantineProvider env="test">
      <RichTextField label="Question" {...props} value={html} onChange={onChange} />
    </MantineProvider>,
  )
  const field = await screen.findByRole('textbox', { name: 'Question' })
  await waitFor(() => expect(field.querySelectorAll('.katex')).toHaveLength(2))
  expect(onChange).not.toHaveBeenCalled()
})

it('puts a formula into the text, made of structures', async () => {
  const onChange = vi.fn()
  render(
    <MantineProvider env="test">
      <RichTextField label="Question" {...props} onChange={onChange} />
    </MantineProvider>,
  )
  await screen.findByRole('textbox', { name: 'Question' })
  await userEvent.click(screen.getByRole('button', { name: editorTexts.formula }))
  const dialog = within(await screen.findByRole('dialog', { name: editorTexts.formula }))
  const source = dialog.getByRole('textbox', { name: editorTexts.formula })
  await userEvent.click(dialog.getByRole('button', { name: editorTexts.names.fraction }))
  await userEvent.keyboard('1')
  await userEvent.tab()
  await userEvent.keyboard('2')
  expect(source).toHaveValue('\\frac{1}{2}')
  const preview = dialog.getByRole('img', { name: editorTexts.preview })
  await waitFor(() => expect(preview.querySelector('.katex')).not.toBeNull())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('<p>\\(\\frac{1}{2}\\)</p>'))
})
