// A required rich text is exposed as required, which its editor does not do by itself.
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
