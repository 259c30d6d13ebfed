// Server HTML on the page, with and without maths.
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { hasMaths, RichText } from './RichText'

const show = (html: string) => (
  <MantineProvider>
    <RichText html={html} />
  </MantineProvider>
)

describe('RichText', () => {
  it('shows HTML as it is when it holds no maths', () => {
    const { container } = render(show('<p>It costs <b>₦500</b>, or $5.</p>'))
    expect(screen.getByText('₦500').tagName).toBe('B')
    expect(container.querySelector('.katex')).toBeNull()
  })

  it('sets maths in the line and on its own, and follows a changed text', async () => {
    const { container, rerender } = render(show('Solve \\(x^2 = 4\\): $$x = \\pm 2$$'))
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(2))
    expect(container.querySelectorAll('.katex-display')).toHaveLength(1)
    rerender(show('<p>No maths now</p>'))
    expect(container.querySelector('.katex')).toBeNull()
    expect(screen.getByText('No maths now')).toBeVisible()
  })

  it('lets the words decide in which direction it is read, not the formulas', async () => {
    const { container } = render(show('<p>\\(x^2\\) أوجد قيمة</p>'))
    await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull())
    expect(container.querySelector('.katex')).toHaveAttribute('dir', 'ltr')
    expect(container.querySelector('p')?.closest('[dir]')).toHaveAttribute('dir', 'auto')
  })

  it('leaves the rest standing when a formula is wrong', async () => {
    const { container } = render(show('Good \\(a+b\\), bad \\(\\frac{1\\)'))
    await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull())
    expect(container).toHaveTextContent('Good')
  })

  it('keeps three dollars and more as a word', async () => {
    const { container } = render(show('A$$$AP or Ke$$$ha, \\(x\\), $$y$$$$z$$'))
    await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(3))
    expect(container).toHaveTextContent('A$$$AP or Ke$$$ha')
  })

  it('knows maths when it sees it', () => {
    expect([hasMaths('\\(x\\)'), hasMaths('$$x$$'), hasMaths('$5 and $6')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
