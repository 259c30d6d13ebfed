// One file makes an entity's screens: an example entity is listed, added, edited and deleted.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { common } from '@/shared/i18n/common'
import { choose } from '@/testing/choose'
import { type Asked, failure, fakeApi, offline } from '@/testing/fakeApi'
import type { Lab } from '@/testing/pretend'
import { renderAdmin } from '@/testing/renderApp'
import {
  adminTexts,
  conflictTexts,
  goneTexts,
  leaveTexts,
  pictureTexts,
  resourceTexts,
} from '../messages'

vi.mock('../resources', async () => {
  const { labs, benches } = await import('@/testing/pretend')
  return { resources: [labs, benches] }
})

const lab = (n: number, over: Partial<Lab> = {}): Lab => ({
  _id: `l${n}`,
  title: `Lab ${n}`,
  about: 'Benches',
  seats: 20,
  level: 'senior',
  open: true,
  school: { _id: 'k1', title: 'Kings' },
  subjects: [{ _id: 't1', title: 'Physics' }],
  logo: null,
  opened: '2020-01-05',
  colour: 'green',
  status: 'Active',
  version: 3,
  ...over,
})

/** A server that keeps its rows. */
function server(more: Parameters<typeof fakeApi>[0] = {}) {
  const rows = [lab(1), lab(2, { status: 'InActive', subjects: [] })]
  const log = fakeApi({
    'GET /admin/labs': () => ({ labs: rows, total: rows.length }),
    'GET /admin/schools': {
      labs: [
        { _id: 'k1', title: 'Kings' },
        { _id: 'k2', title: 'Queens' },
      ],
      total: 2,
    },
    'GET /admin/topics': {
      labs: [
        { _id: 't1', title: 'Physics' },
        { _id: 't2', title: 'Biology' },
      ],
      total: 2,
    },
    'GET /admin/lab/l1': () => ({ data: rows[0] }),
    'POST /admin/labs/new': () => ({ data: rows[0] }),
    'PUT /admin/labs/change/l1': () => ({ data: rows[0], update: true }),
    'DELETE /admin/lab/l1': () => {
      rows.shift()
      return { message: 'gone' }
    },
    ...more,
  })
  return log
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const field = (name: RegExp | string) => screen.findByRole('textbox', { name })
const sent = (log: Asked[], method: string) =>
  log.filter((one) => one.method === method).map(({ body }) => body)
const toast = async (words: string) => expect(await screen.findByText(words)).toBeVisible()
const png = new File(['\x89PNG'], 'lab.png', { type: 'image/png' })

beforeEach(() => server())

describe('the list', () => {
  it('stands in the menu, and shows each field as its column says', async () => {
    const log = server()
    const router = renderAdmin('/admin/labs')
    expect(await screen.findByRole('link', { name: 'Labs' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    const row = (await screen.findAllByRole('row'))[1]
    expect(row).toHaveTextContent('Lab 1–KingsPhysics05 Jan 2020ActiveView')
    expect(Object.fromEntries(log.at(-1)?.query ?? [])).toEqual({
      page: '1',
      limit: '10',
      sort: 'title',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Status' }))
    await waitFor(() => expect(log.at(-1)?.query.get('sort')).toBe('status'))
    await choose('Level', 'Senior')
    await waitFor(() => expect(log.at(-1)?.query.get('level')).toBe('senior'))
    expect(router.state.location.search).toBe('?sort=status&level=senior')
    await press(resourceTexts.clearFilters)
    await waitFor(() => expect(log.at(-1)?.query.has('level')).toBe(false))
  })

  it('clears a search that was just typed as well', async () => {
    const log = fakeApi({ 'GET /admin/labs': { labs: [], total: 0 } })
    renderAdmin('/admin/labs?level=senior')
    const search = await screen.findByRole('searchbox')
    fireEvent.change(search, { target: { value: 'kings' } })
    fireEvent.click(await screen.findByRole('button', { name: resourceTexts.clearFilters }))
    expect(screen.getByRole('searchbox')).toHaveValue('')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(log.filter(({ query }) => query.has('q'))).toEqual([])
  })

  it('says why it cannot be had, and when nothing is there', async () => {
    fakeApi({ 'GET /admin/labs': failure(503, 'unavailable', 'Later') })
    renderAdmin('/admin/labs')
    expect(await screen.findByRole('alert')).toHaveTextContent('Later')
    fakeApi({ 'GET /admin/labs': { labs: [], total: 0 } })
    await press(common.retry)
    await toast(common.noRecords)
    expect(screen.getAllByRole('link', { name: 'Add lab' })).toHaveLength(2)
  })
})

describe('adding', () => {
  it('says what is missing and what the server refuses at the inputs, then adds', async () => {
    let refuse = true
    const log = server({
      'POST /admin/labs/new': () => {
        if (!refuse) return { data: lab(3) }
        return failure(422, 'invalid', 'Too many places.', { places: 'Too many places.' })
      },
    })
    const router = renderAdmin('/admin/labs')
    await userEvent.click(await screen.findByRole('link', { name: 'Add lab' }))
    for (const name of [/^Title/, /^Seats/]) expect(await field(name)).toBeRequired()
    expect(await screen.findByRole('combobox', { name: /^School/ })).toBeRequired()
    for (const name of [/^About/, /^Opened/]) expect(await field(name)).not.toBeRequired()
    await press('Add lab')
    expect(await field(/^Title/)).toHaveAccessibleDescription('Title is required')
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveFocus())
    expect(screen.getByText('School is required')).toBeVisible()
    expect(sent(log, 'POST')).toEqual([])

    await userEvent.type(await field(/^Title/), 'Chemistry')
    await userEvent.type(await field(/^Seats/), '900')
    await userEvent.click(screen.getByRole('combobox', { name: /^School/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Queens' }))
    await press('Select All: Subjects')
    await userEvent.upload(screen.getByLabelText(/^Logo/), new File(['x'], 'lab.svg'), {
      applyAccept: false,
    })
    expect((await screen.findAllByText('Please select valid logo.'))[0]).toBeVisible()
    await userEvent.upload(screen.getByLabelText(/^Logo/), png)
    expect(await screen.findByText(pictureTexts.chosen('lab.png'))).toBeVisible()

    await press('Add lab')
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /^Seats/ })).toHaveAccessibleDescription(
        'Too many places.',
      ),
    )
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Seats/ })).toHaveFocus())

    refuse = false
    await press('Add lab')
    await toast('Lab successfully added.')
    expect(sent(log, 'POST')[1]).toEqual({
      title: 'Chemistry',
      seats: 900,
      level: 'junior',
      open: true,
      schoolId: 'k2',
      subjects: ['t1', 't2'],
      logo: btoa('\xc2\x89PNG'),
      imageName: 'lab.png',
      colour: 'green',
      status: 'InActive',
    })
    expect(router.state.location.pathname).toBe('/admin/labs')
  })
})

describe('changing', () => {
  const open = async () => {
    const router = renderAdmin('/admin/labs?sort=-title')
    await userEvent.click(await screen.findByRole('link', { name: 'Edit: Lab 1' }))
    expect(await field(/^Title/)).toHaveValue('Lab 1')
    return router
  }

  it('sends what was changed and the version, and goes back to where the list was', async () => {
    const log = server()
    const router = await open()
    await userEvent.type(await field(/^Title/), ' A')
    await userEvent.click(screen.getByRole('switch', { name: /^Status/ }))
    await press('Save')
    await toast('Lab updated successfully')
    expect(sent(log, 'PUT')).toEqual([{ title: 'Lab 1 A', status: 'InActive', version: 3 }])
    const { pathname, search } = router.state.location
    expect(pathname + search).toBe('/admin/labs?sort=-title')
  })

  describe('its picture', () => {
    const stored = lab(1, { logo: '/uploads/one.png' })
    const shown = () => document.querySelector('form img')?.getAttribute('src') ?? null
    const button = (words: string) => screen.getByRole('button', { name: `Logo: ${words}` })
    const { clear, keep, cleared, chosen } = pictureTexts

    it('is cleared by keyboard, said to be, and sent as none', async () => {
      const log = server({ 'GET /admin/lab/l1': { data: stored } })
      await open()
      expect(shown()).toBe('/uploads/one.png')
      button(clear).focus()
      await userEvent.keyboard('{Enter}')
      expect(shown()).toBeNull()
      expect(screen.getByText(cleared)).toHaveAttribute('role', 'status')
      expect(button(keep)).toHaveFocus()
      await press('Save')
      await toast('Lab updated successfully')
      expect(sent(log, 'PUT')).toEqual([{ logo: null, version: 3 }])
    })

    it('is kept after all, and then nothing is said of it', async () => {
      const log = server({ 'GET /admin/lab/l1': { data: stored } })
      await open()
      button(clear).focus()
      await userEvent.keyboard('{Enter} ')
      expect(shown()).toBe('/uploads/one.png')
      expect(screen.queryByText(cleared)).toBeNull()
      expect(button(clear)).toHaveFocus()
      await press('Save')
      await toast('Lab updated successfully')
      expect(sent(log, 'PUT')).toEqual([{ version: 3 }])
    })

    it('is replaced after it was cleared', async () => {
      const log = server({ 'GET /admin/lab/l1': { data: stored } })
      await open()
      await userEvent.click(button(clear))
      await userEvent.upload(screen.getByLabelText(/^Logo: Choose/), png)
      expect(await screen.findByText(chosen('lab.png'))).toBeVisible()
      await press('Save')
      await toast('Lab updated successfully')
      expect(sent(log, 'PUT')).toEqual([
        { logo: btoa('\xc2\x89PNG'), imageName: 'lab.png', version: 3 },
      ])
    })

    it('that was chosen and is cleared leaves the focus where one can be chosen', async () => {
      await open()
      await userEvent.upload(screen.getByLabelText(/^Logo/), png)
      await screen.findByText(chosen('lab.png'))
      await userEvent.click(button(clear))
      expect(screen.getByLabelText(/^Logo: Choose/)).toHaveFocus()
    })
  })

  it('asks before it is left with changes, and not without', async () => {
    const router = await open()
    const edit = router.state.location.pathname
    await userEvent.type(await field(/^Title/), ' A')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    await press(leaveTexts.stay)
    expect(router.state.location.pathname).toBe(edit)
    expect(await field(/^Title/)).toHaveValue('Lab 1 A')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    await press(leaveTexts.go)
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/labs'))
    await userEvent.click(await screen.findByRole('link', { name: 'Edit: Lab 1' }))
    await field(/^Title/)
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/labs'))
  })

  /** Ngozi saves first. */
  const contested = () => {
    let now = lab(1)
    return server({
      'GET /admin/lab/l1': () => ({ data: now }),
      'PUT /admin/labs/change/l1': ({ body }) => {
        const { version, ...changes } = body as Partial<Lab>
        if (version === 3) {
          now = lab(1, { title: 'Theirs', colour: 'red', version: 4 })
          return failure(409, 'changed', 'Someone else has changed this.', {
            version: 4,
            changedBy: 'Ngozi Eze',
            changedAt: '2026-03-05T14:30:00.000Z',
          })
        }
        now = { ...now, ...changes }
        return { data: now, update: true }
      },
    })
  }

  it('tells who was faster, and shows the merged record before it is sent', async () => {
    const log = contested()
    await open()
    await userEvent.type(await field(/^Title/), ' mine')
    await press('Save')
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent(/Ngozi Eze changed this on 05 Mar 2026/)
    const table = within(await screen.findByRole('table'))
    const cells = (name: RegExp) =>
      within(table.getByRole('row', { name }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cells(/^Title/)).toEqual(['Theirs', 'Lab 1 mine', 'Lab 1 mine'])
    expect(cells(/^Colour/)).toEqual(['red', 'green', 'red'])

    await press(conflictTexts.merge)
    expect(await screen.findByText(/Taken from the other editor: Colour\./)).toBeVisible()
    expect(await field(/^Title/)).toHaveValue('Lab 1 mine')
    expect(await field(/^Colour/)).toHaveValue('red')
    expect(sent(log, 'PUT')).toHaveLength(1)
    await press('Save')
    await toast('Lab updated successfully')
    expect(sent(log, 'PUT').at(-1)).toEqual({ title: 'Lab 1 mine', version: 4 })
  })

  it('or drops what was changed here', async () => {
    const log = contested()
    await open()
    await userEvent.type(await field(/^Title/), ' mine')
    await press('Save')
    await press(conflictTexts.takeTheirs)
    expect(await field(/^Title/)).toHaveValue('Theirs')
    await userEvent.type(await field(/^Title/), '!')
    await press('Save')
    await toast('Lab updated successfully')
    expect(sent(log, 'PUT').at(-1)).toEqual({ title: 'Theirs!', version: 4 })
  })

  describe('of a record that was deleted meanwhile', () => {
    const deleted = () =>
      server({
        'PUT /admin/labs/change/l1': failure(404, 'not-found', 'This lab does not exist.'),
      })

    it('offers the way back to the list', async () => {
      deleted()
      await open()
      await userEvent.type(await field(/^Title/), ' mine')
      await press('Save')
      const notice = within(await screen.findByRole('alert'))
      expect(notice.getByText(goneTexts.title)).toBeVisible()
      expect(notice.getByRole('link', { name: resourceTexts.back })).toHaveAttribute(
        'href',
        expect.stringMatching(/^\/admin\/labs/),
      )
    })

    it('adds what was typed as a new one', async () => {
      const log = deleted()
      const router = await open()
      await userEvent.type(await field(/^Title/), ' mine')
      await press('Save')
      await press(goneTexts.addAsNew)
      await toast('Lab successfully added.')
      expect(sent(log, 'POST')).toMatchObject([
        { title: 'Lab 1 mine', about: 'Benches', seats: 20, schoolId: 'k1', subjects: ['t1'] },
      ])
      expect(router.state.location.pathname).toBe('/admin/labs')
    })
  })

  it('tells each error on a line of its own, with the label of its field', async () => {
    const fields = { places: 'At most 30', title: 'Title is taken' }
    server({
      'PUT /admin/labs/change/l1': failure(422, 'invalid', 'At most 30 Title is taken', fields),
    })
    await open()
    await userEvent.type(await field(/^Title/), '!')
    await press('Save')
    const shown = await screen.findByText(/Seats: At most 30/)
    expect(shown.textContent).toBe('Seats: At most 30\nTitle is taken')
  })

  it('sends a new record again under the same key, and the next one under another', async () => {
    const keys: (string | null)[] = []
    let away = true
    const log = server({
      'POST /admin/labs/new': ({ headers }) => {
        keys.push(headers.get('Idempotency-Key'))
        if (away) return offline()
        return { data: lab(3) }
      },
    })
    const add = async () => {
      await userEvent.click(await screen.findByRole('link', { name: 'Add lab' }))
      await userEvent.type(await field(/^Title/), 'New')
      await userEvent.type(await field(/^Seats/), '3')
      await userEvent.click(screen.getByRole('combobox', { name: /^School/ }))
      await userEvent.click(await screen.findByRole('option', { name: 'Kings' }))
      await press('Add lab')
    }
    renderAdmin('/admin/labs')
    await add()
    await waitFor(() => expect(keys).toHaveLength(1))
    away = false
    await press('Add lab')
    await toast('Lab successfully added.')
    await add()
    await waitFor(() => expect(keys).toHaveLength(3))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(sent(log, 'POST')).toHaveLength(3)
  })

  it('says when nothing was written although the call went through', async () => {
    const words = 'Maximum mandetory subjects limit exceeded'
    server({ 'PUT /admin/labs/change/l1': { data: lab(1), update: false, message: words } })
    const router = await open()
    await press('Save')
    expect((await screen.findAllByText(words))[0]).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/labs/l1/edit')
  })
})

describe('what lies below a parent', () => {
  /** Two labs, and a bench in the first. */
  const crowded = () => {
    let rows = [{ _id: 'b1', title: 'Bench 1', version: 2 }]
    return server({
      'GET /admin/lab/l2': { data: lab(2) },
      'GET /admin/benches/l1': () => ({ benches: rows, total: rows.length }),
      'GET /admin/benches/l2': { benches: [], total: 0 },
      'GET /admin/bench/l1/b1': () => ({ data: rows[0] }),
      'POST /admin/benches/add': ({ body }) => {
        const { title } = body as { title: string }
        rows = [...rows, { _id: 'b2', title, version: 0 }]
        return { data: rows[1] }
      },
      'PUT /admin/bench/b1': () => ({ data: rows[0], update: true }),
      'DELETE /admin/bench/b1': () => {
        rows = rows.slice(1)
        return { message: 'gone' }
      },
    })
  }
  const crumbs = async () => within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))

  it('is reached from its row, and its crumbs lead back', async () => {
    crowded()
    const router = renderAdmin('/admin/labs')
    expect(await screen.findByRole('link', { name: 'Labs' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Benches' })).toBeNull()
    await userEvent.click(await screen.findByRole('link', { name: 'View benches of Lab 1' }))
    expect(router.state.location.pathname).toBe('/admin/benches/l1')
    expect(await screen.findByRole('link', { name: 'Bench 1' })).toBeVisible()
    const trail = await crumbs()
    expect(await trail.findByRole('link', { name: 'Lab 1' })).toHaveAttribute(
      'href',
      '/admin/labs/l1/edit',
    )
    expect(trail.getByRole('link', { name: 'Labs' })).toHaveAttribute('href', '/admin/labs')
  })

  it('is added to the parent that the address names, changed and deleted', async () => {
    const log = crowded()
    const router = renderAdmin('/admin/benches/l1')
    await userEvent.click(await screen.findByRole('link', { name: 'Add bench' }))
    expect(router.state.location.pathname).toBe('/admin/benches/l1/add')
    await userEvent.type(await field(/^Title/), 'Bench 2')
    await press('Add bench')
    await toast('Bench successfully added.')
    expect(sent(log, 'POST')).toEqual([{ labId: 'l1', title: 'Bench 2' }])
    expect(router.state.location.pathname).toBe('/admin/benches/l1')

    await userEvent.click(await screen.findByRole('link', { name: 'Edit: Bench 1' }))
    await userEvent.type(await field(/^Title/), '!')
    await press('Save')
    await toast('Bench updated successfully')
    expect(sent(log, 'PUT')).toEqual([{ title: 'Bench 1!', version: 2 }])
    await press('Delete: Bench 1')
    await press('Yes')
    await toast('Bench deleted successfully')
  })

  it('shows nothing of another parent', async () => {
    crowded()
    const router = renderAdmin('/admin/benches/l1')
    expect(await screen.findByRole('link', { name: 'Bench 1' })).toBeVisible()
    await router.navigate('/admin/benches/l2')
    expect(await screen.findByText(common.noRecords)).toBeVisible()
    expect(screen.queryByText('Bench 1')).toBeNull()
  })
})

describe('deleting', () => {
  const dialogue = async () => {
    const dialog = await screen.findByRole('dialog', { name: adminTexts.confirmTitle })
    expect(dialog).toHaveTextContent(adminTexts.confirmText)
    return within(dialog)
  }

  it('asks, takes No for an answer, and deletes on Yes', async () => {
    const log = server()
    renderAdmin('/admin/labs')
    await press('Delete: Lab 1')
    await userEvent.click((await dialogue()).getByRole('button', { name: 'No' }))
    await toast(adminTexts.notDeleted)
    expect(sent(log, 'DELETE')).toEqual([])
    await press('Delete: Lab 1')
    await userEvent.click((await dialogue()).getByRole('button', { name: 'Yes' }))
    await toast('Lab deleted successfully')
    await waitFor(() => expect(screen.queryByText('Lab 1')).toBeNull())
  })

  it('deletes all that can be deleted, and names the others', async () => {
    const why = 'Lab cannot be deleted: it is still used by the topic “Heat”.'
    const log = server({
      'DELETE /admin/lab/l1': failure(409, 'in-use', why),
      'DELETE /admin/lab/l2': { message: 'gone' },
    })
    renderAdmin('/admin/labs')
    const [all] = await screen.findAllByRole('checkbox', { name: resourceTexts.selectAll })
    await userEvent.click(all as HTMLElement)
    await press(resourceTexts.deleteSelected)
    const dialog = await dialogue()
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(why)
    expect(dialog.getByText('1 was deleted.')).toBeVisible()
    expect(dialog.getByText('Lab 1')).toBeVisible()
    expect(dialog.queryByText('Lab 2')).toBeNull()
    expect(log.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/admin/lab/l1',
      '/admin/lab/l2',
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'No' }))
    await toast('Lab deleted successfully')
  })

  it('names each that was refused with its reason', async () => {
    server({
      'DELETE /admin/lab/l1': failure(409, 'in-use', 'Used by Heat.'),
      'DELETE /admin/lab/l2': failure(409, 'in-use', 'Used by Light.'),
    })
    renderAdmin('/admin/labs')
    const [all] = await screen.findAllByRole('checkbox', { name: resourceTexts.selectAll })
    await userEvent.click(all as HTMLElement)
    await press(resourceTexts.deleteSelected)
    const dialog = await dialogue()
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    const alert = within(await dialog.findByRole('alert'))
    expect(alert.getByText('Lab 1: Used by Heat.')).toBeVisible()
    expect(alert.getByText('Lab 2: Used by Light.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'No' }))
    await toast(adminTexts.notDeleted)
  })

  it('goes on with those that may be deleted until one is refused', async () => {
    const why = 'Lab cannot be deleted: it is still used by the topic “Heat”.'
    server({ 'DELETE /admin/lab/l2': failure(409, 'in-use', why) })
    renderAdmin('/admin/labs')
    const [all] = await screen.findAllByRole('checkbox', { name: resourceTexts.selectAll })
    await userEvent.click(all as HTMLElement)
    expect(screen.getByText('2 selected')).toBeVisible()
    await press(resourceTexts.deleteSelected)
    const dialog = await dialogue()
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(why)
    expect(dialog.queryByText('Lab 1')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.queryByText('Lab 1')).toBeNull())
    expect(screen.getByText('Lab 2')).toBeVisible()
  })
})
