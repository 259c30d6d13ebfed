// Choosing a picture: files are read in the order of choice, and errors are reported.
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ImageField, type ImageFieldTexts, isPicture, keptPicture } from './ImageField'

const texts: ImageFieldTexts = {
  choose: 'Choose',
  replace: 'Replace',
  clear: 'Clear',
  keep: 'Keep',
  hint: 'A hint',
  tooLarge: 'Too large',
  unreadable: 'Cannot be read',
  chosen: (name) => name,
  cleared: 'Cleared',
}

/** Readers whose files are read when the test says so. */
class SlowReader {
  result = ''
  error: Error | null = null
  onload: () => void = () => undefined
  onerror: () => void = () => undefined
  readAsDataURL(file: File) {
    this.result = `data:image/png;base64,${file.name}`
    readers.push(this)
  }
}
let readers: SlowReader[]
beforeEach(() => {
  readers = []
  vi.stubGlobal('FileReader', SlowReader)
})

function show() {
  const onChange = vi.fn()
  render(
    <MantineProvider env="test">
      <ImageField
        label="Picture"
        value={keptPicture(null)}
        onChange={onChange}
        invalid="No picture"
        texts={texts}
      />
    </MantineProvider>,
  )
  const pick = async (name: string) =>
    userEvent.upload(screen.getByLabelText('Picture: Choose'), new File(['x'], name))
  return { onChange, pick }
}

it('takes the picture that was picked last, whichever is read first', async () => {
  const { onChange, pick } = show()
  await pick('large.png')
  await pick('small.png')
  await act(async () => readers[1]?.onload())
  await act(async () => readers[0]?.onload())
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(onChange.mock.calls.map(([picture]) => picture.chosen.name)).toEqual(['small.png'])
})

it('says when a file cannot be read, and chooses nothing', async () => {
  const { onChange, pick } = show()
  await pick('gone.png')
  await act(async () => readers[0]?.onerror())
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(keptPicture(null), texts.unreadable))
})

it('offers the kinds of picture that the server takes, and no others', async () => {
  const { onChange, pick } = show()
  expect(screen.getByLabelText('Picture: Choose')).toHaveAttribute(
    'accept',
    '.jpg,.jpeg,.png,.gif,.webp,image/jpeg,image/png,image/gif,image/webp',
  )
  await pick('photo.webp')
  await act(async () => readers[0]?.onload())
  await waitFor(() =>
    expect(onChange.mock.lastCall?.[0]).toMatchObject({ chosen: { name: 'photo.webp' } }),
  )
  expect(isPicture('photo.svg')).toBe(false)
})
