// The list of countries in browsers that have no dialogs: Firefox before 98, Safari before 15.4.

import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { fakeApi } from '@/testing/fakeApi'
import { CountryDialog } from './CountryDialog'

const { showModal } = HTMLDialogElement.prototype

beforeEach(() => {
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal')
  const countries = [{ ref_id: 3, sortname: 'NG', name: 'Nigeria', phonecode: '234' }]
  fakeApi({ 'GET /country': { countries, minAgeDays: 4000 } })
})

afterEach(() => {
  HTMLDialogElement.prototype.showModal = showModal
})

function shown() {
  const happens = { onChoose: vi.fn(), onClose: vi.fn() }
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <CountryDialog label="Country" search="" isChosen={() => false} {...happens} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return happens
}

it('lies over the page, and a country is chosen', async () => {
  const { onChoose } = shown()
  // Such a browser knows nothing of the element, so that its role and its look have to be said.
  const dialog = document.querySelector('dialog')
  expect(dialog).toHaveAttribute('role', 'dialog')
  expect(dialog).toHaveAttribute('data-plain')
  await screen.findByText('Nigeria', { exact: false })
  await userEvent.keyboard('nig{Enter}')
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ sortname: 'NG' }))
})

it('is closed by Escape', async () => {
  const { onClose } = shown()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})
