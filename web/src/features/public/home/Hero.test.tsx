// The ways through items side by side. Positions come from the browser: here the test sets them.
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Carousel } from './Hero'

const WIDE = 400
let seen = 1
let count = 3

const scrollTo = vi.fn(function (this: HTMLElement, { left }: ScrollToOptions) {
  this.scrollLeft = left ?? 0
  fireEvent.scroll(this)
})

const measured = (name: string, get: (this: HTMLElement) => number) =>
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get })

beforeEach(() => {
  seen = 1
  count = 3
  measured('clientWidth', () => seen * WIDE)
  measured('scrollWidth', () => count * WIDE)
  measured('offsetLeft', function () {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * WIDE
  })
  HTMLElement.prototype.scrollTo = scrollTo as unknown as typeof HTMLElement.prototype.scrollTo
  scrollTo.mockClear()
})

function show(loop = false) {
  const items = Array.from({ length: count }, (_, i) => ({ key: `${i}`, content: `Item ${i}` }))
  render(
    <MantineProvider>
      <Carousel label="Things" items={items} loop={loop} />
    </MantineProvider>,
  )
}
const before = () => screen.getByRole('button', { name: 'Previous slide' })
const next = () => screen.getByRole('button', { name: 'Next slide' })
const press = (button: HTMLElement) => act(() => fireEvent.click(button))

it('leads from one to the next, and no further than the last', () => {
  show()
  expect(before()).toBeDisabled()
  expect(screen.getByText('1 of 3')).toBeVisible()
  press(next())
  press(next())
  expect(screen.getByText('3 of 3')).toBeVisible()
  expect(next()).toBeDisabled()
  press(before())
  expect(screen.getByText('2 of 3')).toBeVisible()
})

it('goes round where it loops, by a jump', () => {
  show(true)
  press(before())
  expect(scrollTo).toHaveBeenLastCalledWith({ left: 2 * WIDE, behavior: 'instant' })
  expect(screen.getByText('3 of 3')).toBeVisible()
  press(next())
  expect(screen.getByText('1 of 3')).toBeVisible()
})

it('counts the places that it can stand at, where several are seen at once', () => {
  seen = 2
  show()
  press(next())
  expect(screen.getByText('2 of 2')).toBeVisible()
  expect(next()).toBeDisabled()
})

it('has no ways, and no stop for Tab, where all are seen', () => {
  seen = 3
  show(true)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('list')).not.toHaveAttribute('tabindex')
})
