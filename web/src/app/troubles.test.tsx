// A server in trouble: each call that a screen makes fails once in every way there is. The screen
// says so and offers a way on, nothing typed is lost, and asking again works once it is back.
import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { matchRoutes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberPayment } from '@/features/plans/usePlan'
import { queryClient } from '@/shared/api/client'
import { replyTimeout } from '@/shared/api/timeoutFetch'
import { forgetAttempts } from '@/shared/attempt/kept'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { clear } from '@/shared/offline/database'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { type Asked, failure, fakeApi, hang, isOver, offline } from '@/testing/fakeApi'
import { nestedLiveRegions, repeatedLandmarks } from '@/testing/landmarks'
import { renderApp, renderStudent } from '@/testing/renderApp'
import { press, type Visit, visits } from '@/testing/visits'
import { world } from '@/testing/world'
import { routes } from './routes'

// jsdom has no service workers.
vi.mock('@/features/offline/support', () => ({ isSupported: () => true }))
vi.mock('@/features/plans/payment/leave', () => ({ leaveTo: vi.fn(), onReturn: () => () => {} }))

const silent = common.offline
/** The ways in which a call can fail, each with its message. */
const troubles: [name: string, answer: () => Response | Error | Promise<never>, said: string][] = [
  ['500', () => failure(500, 'internal', 'Sabi is broken just now.'), 'Sabi is broken just now.'],
  ['503', () => failure(503, 'unavailable', 'Sabi is busy.'), 'Sabi is busy.'],
  ['429', () => failure(429, 'too-many', 'That was too often.'), 'That was too often.'],
  ['cut line', offline, silent],
  ['silent line', hang, silent],
]

let broken: { call: string; answer: () => Response | Error | Promise<never> } | null
let log: Asked[]
const whole = { ms: replyTimeout.ms }

beforeEach(async () => {
  await forgetAttempts('u1')
  await clear(['lists'], 'u1')
  broken = null
  replyTimeout.ms = whole.ms
  sessionStorage.clear()
  vi.spyOn(window, 'open').mockReturnValue(null)
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})

function breakCall(call: string, name: string, answer: () => Response | Error | Promise<never>) {
  broken = { call, answer }
  // No other call is running when one without an answer is given up.
  replyTimeout.ms = name === 'silent line' ? 30 : whole.ms
}
function mend() {
  broken = null
  replyTimeout.ms = whole.ms
}

function answers(screenOf: Visit) {
  const whole: Record<string, unknown> = { ...world, ...screenOf.world }
  const handlers = Object.keys(whole).map((call) => [
    call,
    () => {
      if (broken?.call === call) return broken.answer()
      const answer = whole[call]
      return typeof answer === 'function' ? answer() : answer
    },
  ])
  return Object.fromEntries(handlers)
}

async function visit(screenOf: Visit) {
  log = fakeApi(answers(screenOf))
  useFlow.getState().choose({ ...screenOf.flow })
  if (screenOf.path.includes('reference=')) rememberPayment(begun)
  if (screenOf.visitor) useSession.setState({ session: { is: 'out', why: 'visitor', last: null } })
  const router = screenOf.visitor ? renderApp(screenOf.path) : renderStudent(screenOf.path)
  await screenOf.open?.()
  return router
}

const begun = {
  reference: 'sabi-1',
  user: 'u1',
  examId: 'jamb',
  universityId: null,
  subscriptionId: 'monthly',
  gateway: 'sandbox',
  origin: 'subscription',
} as const

const made = (call: string) => log.filter(({ method, path }) => `${method} ${path}` === call)
const atRest = () =>
  waitFor(() => expect([queryClient.isFetching(), queryClient.isMutating()]).toEqual([0, 0]))
/** Settled once a call was made `times` and has its answer: what is pressed meanwhile would be no other. */
async function settled(call: string, times: number) {
  await waitFor(() => expect(made(call).length).toBeGreaterThanOrEqual(times))
  await waitFor(() => expect(made(call).every(isOver)).toBe(true))
  await atRest()
}
const shown = async (text: string | RegExp) =>
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
const sentence = () => {
  const said = screen
    .queryAllByRole('alert')
    .concat(screen.queryAllByRole('status'))
    .map(({ textContent }) => textContent ?? '')
  expect(said.some((text) => text.length > 12)).toBe(true)
}

const reads = visits.flatMap((one) =>
  Object.entries(one.reads ?? {}).map(([call, text]) => [one.path, call, text, one] as const),
)

describe('what cannot be read', () => {
  it.each(reads)('%s: %s', async (_path, call, text, one) => {
    const again = one.again ?? common.retry
    for (const [i, [name, answer]] of troubles.entries()) {
      const before = log?.length === undefined || i === 0 ? 0 : made(call).length
      breakCall(call, name, answer)
      if (i === 0) await visit(one)
      else
        await userEvent.click(
          (await screen.findAllByRole('button', { name: again }))[0] as HTMLElement,
        )
      await settled(call, before + 1)
      await screen.findAllByRole('button', { name: again })
      sentence()
    }
    mend()
    await userEvent.click(screen.getAllByRole('button', { name: again })[0] as HTMLElement)
    await shown(text)
  })
})

const acts = visits.flatMap((one) =>
  (one.acts ?? []).map((does) => [one.path, does.call, does, one] as const),
)

describe('what cannot be sent', () => {
  it.each(acts.filter(([, , { quiet }]) => !quiet))('%s: %s', async (_path, call, does, one) => {
    await visit(one)
    await does.fill?.()
    await atRest()
    for (const [name, answer, said] of troubles) {
      const before = made(call).length
      breakCall(call, name, answer)
      await press(does.press)
      // Looked for from the press on: a toast is gone again after five seconds.
      await Promise.all([
        settled(call, before + 1),
        shown(does.says ?? new RegExp(said.replaceAll('.', '\\.'))),
      ])
      for (const [label, text] of Object.entries(does.typed ?? {})) {
        expect(screen.getAllByLabelText(new RegExp(`^${label}`))[0]).toHaveValue(text)
      }
    }
    mend()
    // As before, and from before the press on: what it leads to may take those five seconds to load.
    await Promise.all([shown(does.done), press(does.press)])
    // A confirmation is announced once.
    expect(nestedLiveRegions()).toEqual([])
  })
})

const each = <Row extends readonly unknown[]>(rows: Row[]) =>
  rows.flatMap((row) => troubles.map(([name, answer]) => [...row, name, answer] as const))

describe('what nobody waits for', () => {
  it.each(each(acts.filter(([, , { quiet }]) => quiet)))(
    '%s: %s',
    async (_path, call, does, one, name, answer) => {
      await visit(one)
      await does.fill?.()
      await atRest()
      breakCall(call, name, answer)
      const isReached = answer !== offline && answer !== hang
      const says = (!isReached && does.unreached) || does.done
      await Promise.all([shown(says), press(does.press)])
      await settled(call, 1)
    },
  )
})

/** Calls without which a screen is complete, unless they are all of its calls. */
const beside = visits.flatMap((one) =>
  (one.beside ?? [])
    .filter((call) => [...reads, ...acts].every(([, known]) => known !== call))
    .map((call) => [one.path, call, one] as const),
)

describe('what a screen is whole without', () => {
  it.each(each(beside))('%s: %s', async (_path, call, one, name, answer) => {
    breakCall(call, name, answer)
    await visit(one)
    await settled(call, 1)
    for (const text of Object.values(one.reads ?? {})) await shown(text)
    if (one.shows) await shown(one.shows)
    await waitFor(() =>
      expect(document.querySelector('main [aria-busy=true], main [data-loader]')).toBeNull(),
    )
  })
})

describe('who is signed in', () => {
  it.each(['/dashboard', '/results', '/profile'])('is asked again from %s', async (path) => {
    log = fakeApi(answers({ path }))
    useSession.getState().failed()
    const [[first, firstAnswer]] = troubles as [(typeof troubles)[0]]
    breakCall('GET /me', first, firstAnswer)
    renderApp(path)
    await screen.findByText('Error loading user')
    for (const [name, answer] of troubles) {
      breakCall('GET /me', name, answer)
      const before = made('GET /me').length
      await userEvent.click(await screen.findByRole('button', { name: common.retry }))
      await waitFor(() => expect(made('GET /me').length).toBe(before + 1))
      await screen.findByText('Error loading user')
    }
    mend()
    await userEvent.click(screen.getByRole('button', { name: common.retry }))
    await screen.findByRole('heading', { level: 1 })
  })
})

/** The sources of all calls that are not of the back office alone. */
const sources = import.meta.glob<string>(
  [
    '../shared/api/queries/*.ts',
    '!../shared/api/queries/(backOffice|bank*|grading).ts',
    '../shared/attempt/api.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)

/** Why a call is neither read nor sent by any visit. */
const exceptions: Record<string, string> = {
  'PUT /me/exams/{examId}/real-score': 'after the day of an exam: ExamDays.test.tsx',
  'GET /me': 'It has a test of its own above.',
  'GET /get-subscriptions/{examId}/{universityId}': 'The plans of an exam, at a university.',
  'GET /me/second-factor': 'Staff alone have a second factor.',
  'POST /me/second-factor': 'Staff alone have a second factor.',
  'PUT /me/second-factor': 'Staff alone have a second factor.',
  'POST /me/second-factor/remove': 'Staff alone have a second factor.',
  'POST /me/recovery-codes': 'Staff alone have a second factor.',
  'DELETE /admin/users/{id}/second-factor': 'Of the back office.',
  'GET /me/prove': 'Staff alone prove who they are again.',
  'POST /me/prove': 'Staff alone prove who they are again.',
  'GET /admin/users/{id}/sessions': 'Of the back office.',
  'DELETE /admin/users/{id}/sessions/{session}': 'Of the back office.',
  'DELETE /admin/users/{id}/sessions': 'Of the back office.',
  'PUT /admin/home-setting/update/{id}': 'Of the back office.',
  'POST /me/registrations/{id}/seen': 'The notice of changed subjects has a test of its own.',
  'POST /me/visitor-scores':
    'Kept scores have tests of their own (features/public/visitors.test.tsx).',
  'GET /me/push': 'The test browser has no push: features/account/profile/reminder.test.tsx.',
  'PUT /me/push': 'The test browser has no push: features/account/profile/reminder.test.tsx.',
  'DELETE /me/push/{id}':
    'The test browser has no push: features/account/profile/reminder.test.tsx.',
  'POST /payments/{reference}/check': 'Open payments have tests of their own.',
}

/** The calls of a source; of a path that is chosen before the call, with the method of the next one. */
function callsOf(source: string): string[] {
  const found = source.matchAll(/api\.([A-Z]+)\(\s*(?:'\/api\/v1([^']*)')?|'\/api\/v1([^']*)'/g)
  let chosen: string[] = []
  return [...found].flatMap(([, method, path, ahead]) => {
    if (ahead !== undefined) chosen.push(ahead)
    if (method === undefined) return []
    const paths = path === undefined ? chosen : [path]
    chosen = []
    return paths.map((one) => `${method} ${one}`)
  })
}

describe('the table', () => {
  it('breaks every call of visitors and students', () => {
    const all = Object.values(sources).flatMap(callsOf)
    expect(all.length).toBeGreaterThan(50)
    const broken = [...reads, ...acts, ...beside].map(([, call]) => call)
    const isBroken = (call: string) => {
      const pattern = new RegExp(`^${call.replace(/\{\w+\}/g, '[^/]+')}$`)
      return broken.some((one) => pattern.test(one))
    }
    expect(all.filter((call) => !isBroken(call)).sort()).toEqual(Object.keys(exceptions).sort())
  })

  it('has every screen of visitors and students ', () => {
    const own = Object.values(paths).map((path) =>
      typeof path === 'string' ? path : (path as (...ids: string[]) => string)('a', 'b'),
    )
    const routeOf = (path: string) =>
      matchRoutes(routes, path.split('?')[0] ?? '')?.at(-1)?.route.path
    const here = new Set(visits.map(({ path }) => routeOf(path)))
    const missing = own.map(routeOf).filter((route) => !here.has(route))
    // The back office, and other addresses of the test window.
    const others = ['/admin/*', '/list-questions', '/mock-exam/:examId', '/objective-exam/:examId']
    expect([...missing].sort()).toEqual(
      [...others, '/theories-exam/:examId', '/theories-questions'].sort(),
    )
  })

  it.each(visits.map((one) => [one.path, one] as const))(
    'knows all that %s asks for, and finds no two of its landmarks under one name',
    async (_, one) => {
      await visit(one)
      for (const text of Object.values(one.reads ?? {})) await shown(text)
      if (one.shows) await shown(one.shows)
      await atRest()
      const asked = new Set(log.map(({ method, path }) => `${method} ${path}`))
      // The footer of the public site is looked into at the home page.
      const known = new Set([
        'GET /site-links',
        ...Object.keys(one.reads ?? {}),
        ...(one.beside ?? []),
      ])
      expect([...asked].filter((call) => !known.has(call))).toEqual([])
      expect(repeatedLandmarks()).toEqual([])
      expect(nestedLiveRegions()).toEqual([])
    },
  )
})
