// The tools of a written answer on screen: keys that write at the caret, and photographs with their states.
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import { createPhotographs } from '@/shared/attempt/photographs/queue'
import { attemptOf } from '@/shared/attempt/testing/fixtures'
import { AttemptContext, type AttemptParts } from '../attemptContext'
import { essayTexts, MathsKeys, Photographs } from './EssayTools'

vi.mock('@/shared/attempt/photographs/compress', () => ({
  compress: async (file: File) => {
    if (!file.type.startsWith('image/')) throw new Error('no picture')
    return new Blob(['small'])
  },
}))

beforeEach(() => {
  localStorage.clear()
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
})

function Field({ isMaths = true, longest = 100 }: { isMaths?: boolean; longest?: number }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('y = x+1')
  return (
    <MantineProvider env="test">
      <textarea
        ref={field}
        aria-label="Answer"
        maxLength={longest}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <MathsKeys field={field} isMaths={isMaths} />
    </MantineProvider>
  )
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' })
const key = (name: string) => screen.getByRole('button', { name })

describe('maths keys', () => {
  it('write at the caret, around what is selected, and leave the field in focus', async () => {
    const user = userEvent.setup()
    render(<Field />)
    box().focus()
    box().setSelectionRange(4, 7)
    await user.click(key('Square root'))
    expect(box()).toHaveValue('y = √(x+1)')
    expect(box()).toHaveFocus()
    expect(box().selectionStart).toBe(10)
    await user.keyboard('2')
    await user.click(key('Power'))
    await user.click(key('Less than or equal to'))
    expect(box()).toHaveValue('y = √(x+1)²≤')
  })

  it('do not take the focus, and with it a phone’s keyboard, from the field', () => {
    render(<Field />)
    expect(fireEvent.pointerDown(key('Pi'))).toBe(false)
    expect(fireEvent.pointerDown(key(essayTexts.mathsKeys))).toBe(false)
  })

  it('write nothing past the longest answer', async () => {
    const user = userEvent.setup()
    render(<Field longest={7} />)
    await user.click(key('Pi'))
    expect(box()).toHaveValue('y = x+1')
  })

  it('are folded away in other subjects, and the choice is remembered', async () => {
    const user = userEvent.setup()
    const { unmount } = render(<Field isMaths={false} />)
    expect(screen.queryByRole('toolbar')).toBeNull()
    await user.click(key(essayTexts.mathsKeys))
    expect(screen.getByRole('toolbar', { name: essayTexts.mathsKeys })).toBeVisible()
    unmount()
    render(<Field isMaths={false} />)
    expect(screen.getByRole('toolbar', { name: essayTexts.mathsKeys })).toBeVisible()
  })

  it('have Greek letters and sets behind a key, and one stop for the Tab key', async () => {
    const user = userEvent.setup()
    render(<Field />)
    await user.click(key(essayTexts.greek))
    box().setSelectionRange(7, 7)
    await user.click(key('theta'))
    expect(box()).toHaveValue('y = x+1θ')
    await user.click(key(essayTexts.sets))
    expect(screen.queryByRole('button', { name: 'theta' })).toBeNull()
    key('Fraction').focus()
    await user.keyboard('{ArrowRight}')
    expect(key('Square root')).toHaveFocus()
    await user.keyboard('{End}{ArrowRight}')
    expect(key('Fraction')).toHaveFocus()
    const bar = within(screen.getByRole('toolbar', { name: essayTexts.mathsKeys }))
    const stops = bar.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
    expect(stops).toHaveLength(1)
  })
})

describe('photographs', () => {
  const picture = (name: string) => new File(['large'], name, { type: 'image/jpeg' })
  let fails: ApiError | null

  function show(settled = false) {
    const put = async () => {
      if (fails !== null) throw fails
    }
    const calls = { list: async () => [], put, remove: async () => undefined }
    const queue = createPhotographs({ attempt: crypto.randomUUID(), user: 'u1', calls })
    const parts = { attempt: attemptOf(), announce: vi.fn() } as unknown as AttemptParts
    const view = (
      <MantineProvider env="test">
        <AttemptContext value={parts}>
          <Photographs theory="t1" queue={queue} settled={settled} />
        </AttemptContext>
      </MantineProvider>
    )
    return { queue, parts, ...render(view) }
  }

  beforeEach(() => {
    fails = null
  })

  it('are added, sent and removed, three for an answer', async () => {
    const user = userEvent.setup()
    const { parts } = show()
    const files = [picture('1.jpg'), picture('2.jpg'), picture('3.jpg'), picture('4.jpg')]
    await user.upload(screen.getByLabelText(essayTexts.choose), files)
    await waitFor(() => expect(screen.getAllByText(essayTexts.sent)).toHaveLength(3))
    expect(parts.announce).toHaveBeenCalledWith('Photo 3 added.')
    expect(screen.getByText(essayTexts.full)).toBeVisible()
    expect(screen.queryByLabelText(essayTexts.choose)).toBeNull()
    expect(screen.getByRole('img', { name: 'Photo 3' })).toHaveAttribute('src', 'blob:here')
    await user.click(screen.getByRole('button', { name: 'Remove photo 2' }))
    await waitFor(() => expect(screen.getAllByText(essayTexts.sent)).toHaveLength(2))
    expect(screen.getByLabelText(essayTexts.take)).toHaveAttribute('capture', 'environment')
  })

  it('say that they wait for the network, and why one is refused', async () => {
    const user = userEvent.setup()
    fails = new ApiError(0, 'offline', 'You are offline.')
    const { queue } = show()
    await user.upload(screen.getByLabelText(essayTexts.choose), picture('1.jpg'))
    expect(await screen.findByText(essayTexts.waiting)).toBeVisible()
    fails = new ApiError(409, 'time-up', 'The test has ended.')
    await act(() => queue.beforeSubmit(() => false))
    expect(await screen.findByText('Not sent: The test has ended.')).toBeVisible()
  })

  it('leave the answer as it is where a file is no picture', async () => {
    const user = userEvent.setup({ applyAccept: false })
    const { queue } = show()
    const file = new File(['words'], 'words.txt', { type: 'text/plain' })
    await user.upload(screen.getByLabelText(essayTexts.choose), file)
    await waitFor(() => expect(screen.queryByText(essayTexts.preparing)).toBeNull())
    expect(queue.store.getState().shown).toEqual([])
  })

  it('cannot be added or removed once the answer is settled', async () => {
    const { queue } = show(true)
    expect(screen.queryByRole('group')).toBeNull()
    await act(() => queue.add('t1', async () => new Blob(['small'])))
    expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Remove photo 1' })).toBeNull()
    expect(screen.queryByLabelText(essayTexts.choose)).toBeNull()
  })
})
