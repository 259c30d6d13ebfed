// Pictures that are pasted into the editor: uploaded from the clipboard, fetched from their host, or
// asked for, with the reason.
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RichTextField } from '../RichTextField'

const png = () => new File(['\x89PNG'], 'graph.png', { type: 'image/png' })
const elsewhere = '<p>Seen</p><p><img src="https://files.example/graph.png"></p>'
/** A picture within the pasted HTML. */
const inside = '<p>Seen</p><p><img src="data:image/png;base64,iVBORw0KGgo="></p>'
const upload = vi.fn<(file: File) => Promise<string>>()
const revoked = vi.fn<(address: string) => void>()

beforeEach(() => {
  revoked.mockReset()
  upload.mockReset().mockResolvedValue('/uploads/graph.png')
  // jsdom has none of these.
  vi.stubGlobal('ClipboardEvent', Event)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8, height: 8, close: () => undefined }))
  URL.createObjectURL = () => 'blob:graph'
  URL.revokeObjectURL = revoked
})

/** Pastes into an empty editor. */
async function paste(html: string, files: File[] = []) {
  const { unmount } = render(
    <MantineProvider env="test">
      <RichTextField
        label="Question"
        value=""
        onChange={() => undefined}
        upload={upload}
        uploadFailure={(thrown) => (thrown as Error).message}
        failed=""
      />
    </MantineProvider>,
  )
  const box = await screen.findByRole('textbox', { name: 'Question' })
  const clipboardData = {
    getData: (type: string) => (type === 'text/html' ? html : ''),
    files,
    items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
    types: files.length > 0 ? ['Files'] : ['text/html'],
  }
  act(() => void fireEvent.paste(box, { clipboardData }))
  return { unmount, uploaded: () => box.querySelector('img[src="/uploads/graph.png"]') }
}
// Node's blobs are none of jsdom's.
const found = { ok: true, blob: async () => png() } as unknown as Response
/** Replaces the browser's requests to other hosts. */
function host(answer: () => Promise<Response>) {
  const calls = vi.fn(answer)
  vi.stubGlobal('fetch', calls)
  return calls
}

describe('a picture', () => {
  it('that is a file on the clipboard is uploaded', async () => {
    const { uploaded } = await paste('', [png()])
    await waitFor(() => expect(uploaded()).not.toBeNull())
    expect(upload).toHaveBeenCalledTimes(1)
    expect(upload.mock.calls[0]?.[0].name).toBe('graph.png')
  })

  it('of another host is fetched without cookies and uploaded', async () => {
    const calls = host(async () => found)
    const { uploaded } = await paste(elsewhere)
    await waitFor(() => expect(uploaded()).not.toBeNull())
    expect(calls).toHaveBeenCalledWith(
      'https://files.example/graph.png',
      expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer' }),
    )
    expect(upload.mock.calls[0]?.[0].type).toBe('image/png')
  })

  it.each([
    [
      'does not allow it',
      async () => {
        throw new TypeError('Failed to fetch')
      },
      'files.example does not let other sites copy it.',
    ],
    [
      'does not have it',
      async () => new Response('', { status: 404 }),
      'files.example answered with error 404.',
    ],
    [
      'does not answer',
      async () => {
        throw new DOMException('slow', 'TimeoutError')
      },
      'files.example did not answer in time.',
    ],
    [
      'gives something else',
      async () => {
        vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
        return new Response('<html>', { headers: { 'Content-Type': 'text/html' } })
      },
      'Sabi cannot read it as a picture.',
    ],
  ])('of another host that %s is asked for, with the reason', async (_, answer, why) => {
    host(answer)
    const { uploaded } = await paste(elsewhere)
    const notice = await screen.findByText('Not pasted: 1 picture.')
    expect(notice.closest('[role="status"]')).toHaveTextContent(why)
    expect(upload).not.toHaveBeenCalled()
    await userEvent.upload(screen.getByLabelText(/^Choose picture 1/), png())
    await waitFor(() => expect(uploaded()).not.toBeNull())
    expect(screen.queryByText(why, { exact: false })).toBeNull()
  })

  it('that only Word has is asked for, with the reason', async () => {
    await paste('<p>Seen</p><p><img src="file:///C:/clip_image001.png"></p>')
    await screen.findByLabelText(/^Choose picture 1/)
    expect(screen.getByText('The clipboard does not contain it.')).toBeVisible()
  })

  it('that the server refuses is asked for, with the reason', async () => {
    upload.mockRejectedValue(new Error('The picture is larger than 5 MB.'))
    host(async () => found)
    await paste(elsewhere)
    await screen.findByLabelText(/^Choose picture 1/)
    expect(screen.getByText('The picture is larger than 5 MB.')).toBeVisible()
  })
})

describe('the preview of a picture is released', () => {
  it('when the picture is uploaded', async () => {
    const { uploaded } = await paste(inside)
    await waitFor(() => expect(uploaded()).not.toBeNull())
    await waitFor(() => expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:graph'))
  })

  it('when the server refuses the picture', async () => {
    upload.mockRejectedValue(new Error('The picture is larger than 5 MB.'))
    await paste(inside)
    await screen.findByLabelText(/^Choose picture 1/)
    await waitFor(() => expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:graph'))
  })

  it('when the editor is closed during the upload', async () => {
    upload.mockReturnValue(new Promise(() => undefined))
    const { unmount } = await paste(inside)
    await waitFor(() => expect(upload).toHaveBeenCalled())
    expect(revoked).not.toHaveBeenCalled()
    unmount()
    expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:graph')
  })
})
