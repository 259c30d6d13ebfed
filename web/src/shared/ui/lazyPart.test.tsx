// A part that cannot be loaded, or breaks, leaves what is around it standing.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { lazyPart } from './lazyPart'
import { loadPageAnew } from './loadPageAnew'

// Reloading has its own test: here the page stays.
vi.mock('./loadPageAnew', () => ({ loadPageAnew: vi.fn(async () => undefined) }))

const lost = () => new TypeError('Failed to fetch dynamically imported module')
const Good = ({ name }: { name: string }) => <p>The part of {name}</p>
const Failed = ({ name, again }: { name: string; again: () => void }) => (
  <button type="button" onClick={again}>
    Load {name} again
  </button>
)
const show = (load: () => Promise<typeof Good>) => {
  const Part = lazyPart(load, Failed, () => <p>loading</p>)
  return render(
    <main>
      Around it
      <Part name="one" />
    </main>,
  )
}

// React reports every error that a boundary has caught to the console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.mocked(loadPageAnew).mockClear()
})

it('shows the part once it is there', async () => {
  show(async () => Good)
  expect(screen.getByText('loading')).toBeVisible()
  expect(await screen.findByText('The part of one')).toBeVisible()
})

it('shows a part that was loaded before without a placeholder', async () => {
  const Part = lazyPart(
    async () => Good,
    Failed,
    () => <p>loading</p>,
  )
  const first = render(<Part name="one" />)
  await screen.findByText('The part of one')
  first.unmount()
  render(<Part name="two" />)
  expect(screen.getByText('The part of two')).toBeVisible()
})

it('says what the part is of while it is on its way', () => {
  const Part = lazyPart(
    () => new Promise<typeof Good>(() => undefined),
    Failed,
    ({ name }) => <p>{name} is on its way</p>,
  )
  render(<Part name="one" />)
  expect(screen.getByText('one is on its way')).toBeVisible()
})

it('can be asked for again, as often as it takes', async () => {
  let tries = 0
  show(async () => {
    tries += 1
    if (tries < 3) throw lost()
    return Good
  })
  const again = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Load one again' }))
  await again()
  await again()
  expect(await screen.findByText('The part of one')).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent('Around it')
  // Where the browser refuses to load again, the page is reloaded: not at once, and only if that
  // helps.
  expect(loadPageAnew).toHaveBeenCalledOnce()
})

it('keeps what breaks later from spreading', async () => {
  show(async () => () => {
    throw new Error('broken')
  })
  expect(await screen.findByRole('button', { name: 'Load one again' })).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent('Around it')
})
