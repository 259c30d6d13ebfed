// The table: what is shown while another page loads, and how a phone sorts.
import { MantineProvider } from '@mantine/core'
import { render as renderPage, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { common } from '@/shared/i18n/common'
import { type Column, DataTable, type DataTableProps } from './DataTable'

const columns: Column<string>[] = [
  { key: 'name', title: 'Name', sort: 'title', render: (name) => name },
  { key: 'plain', title: 'Length', render: (name) => name.length },
]
const show = (more: Partial<DataTableProps<string>> = {}) =>
  renderPage(
    <MantineProvider env="test">
      <DataTable
        label="Names"
        columns={columns}
        rows={['Ada', 'Chidi']}
        rowKey={(name) => name}
        paging={{ page: 2, limit: 2, total: 9, onPage: () => undefined }}
        {...more}
      />
    </MantineProvider>,
  )

it('says that it is busy, and lets nothing of the old rows work', () => {
  show({ busy: true })
  const table = screen.getByRole('table', { name: 'Names' })
  expect(table).toHaveAttribute('aria-busy', 'true')
  expect(within(table).getByText('Ada').closest('tbody')).toHaveAttribute('inert')
  expect(screen.getByText(common.loading)).toBeVisible()
})

it('places the cells of a compact card, and leaves other tables as they are', () => {
  show()
  expect(screen.getByRole('table')).not.toHaveAttribute('data-compact')
  show({ label: 'Compact', columns: columns.map((one) => ({ ...one, compact: 'line' as const })) })
  const table = screen.getByRole('table', { name: 'Compact' })
  expect(table).toHaveAttribute('data-compact')
  expect(within(table).getByText('Ada').closest('td')).toHaveAttribute('data-compact', 'line')
})

it('is what it says once the rows are there', () => {
  show()
  expect(screen.getByRole('table')).not.toHaveAttribute('aria-busy')
  expect(screen.getByText('Ada').closest('tbody')).not.toHaveAttribute('inert')
  expect(screen.getByText('3 to 4 of 9')).toBeVisible()
})

it('has a field to sort by, for where no headings are', async () => {
  const onSort = vi.fn()
  show({ onSort, sort: '-title' })
  const field = screen.getByRole('combobox', { name: 'Sort by' })
  expect(field).toHaveDisplayValue('Name, descending')
  await userEvent.selectOptions(field, 'Name, ascending')
  expect(onSort).toHaveBeenCalledWith('title')
  expect(within(field).getAllByRole('option')).toHaveLength(2)
})

it('shows an order that no column names as what it is', () => {
  show({ onSort: () => undefined, sort: '' })
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Default order')
})

it('has a box with words that chooses all, for where no headings are', async () => {
  const onChange = vi.fn()
  show({
    selection: {
      chosen: new Set(['Ada']),
      onChange,
      labelOf: (name) => `Select ${name}`,
      allLabel: 'Select All',
    },
  })
  const table = screen.getByRole('table')
  const box = screen
    .getAllByRole('checkbox', { name: 'Select All' })
    .find((one) => !table.contains(one)) as HTMLElement
  expect(screen.getAllByText('Select All')[0]).toBeVisible()
  expect(box).toBePartiallyChecked()
  await userEvent.click(box)
  expect(onChange).toHaveBeenCalledWith(new Set(['Ada', 'Chidi']))
})

it('has no such field where nothing sorts', () => {
  show()
  expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull()
})

it('renders no cell again when a row is selected', async () => {
  const render = vi.fn((name: string) => name)
  const stable: Column<string>[] = [{ key: 'name', title: 'Name', render }]
  const rows = ['Ada', 'Chidi']
  const table = (chosen: string[]) => (
    <MantineProvider env="test">
      <DataTable
        label="Names"
        columns={stable}
        rows={rows}
        rowKey={(name) => name}
        selection={{
          chosen: new Set(chosen),
          onChange: () => undefined,
          labelOf: (name) => `Select ${name}`,
          allLabel: 'Select All',
        }}
      />
    </MantineProvider>
  )
  const { rerender } = renderPage(table([]))
  rerender(table(['Ada']))
  expect(screen.getByRole('checkbox', { name: 'Select Ada' })).toBeChecked()
  expect(render).toHaveBeenCalledTimes(rows.length)
})
