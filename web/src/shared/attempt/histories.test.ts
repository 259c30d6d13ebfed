// Random histories of a test: answers, replies that are late, lost or doubled, several tabs and
// devices, clocks that jump, crashes, restored backups, submissions. In none of them is an
// answer lost that the server has acknowledged, and none is sent after the end. In study
// the first choice that is marked stands, and its key is shown in the end. What must hold at every
// single call is checked by the world itself.
import fc from 'fast-check'
import { it } from 'vitest'
import { hasWaiting, markingOf } from './state'
import { attemptOf } from './testing/fixtures'
import { type Device, must, type Tab, World } from './testing/world'

const ids = ['e1', 'e2', 'p1']
const values = ['a', 'b', 'c', null]

interface Run extends World {
  backups: (() => void)[]
  restored: boolean
  dismissed: boolean
  isStudy: boolean
}

type Act = (world: Run, n: number) => void

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length]
const onTab = (act: (world: Run, tab: Tab, n: number) => void): Act => {
  return (world, n) => {
    const { tabs } = world
    const tab = pick(tabs, n)
    if (tab) act(world, tab, Math.floor(n / tabs.length))
  }
}
const onDevice = (act: (world: Run, device: Device, n: number) => void): Act => {
  return (world, n) => {
    const device = pick(world.devices, n)
    if (device) act(world, device, n)
  }
}
const onPacket = (act: (world: Run, packet: World['packets'][0]) => void): Act => {
  return (world, n) => {
    const packet = pick(world.packets, n)
    if (packet) act(world, packet)
  }
}

const answer = onTab((world, tab, n) => {
  const id = pick(ids, n) ?? ''
  const before = tab.state.outbox.answers[id]
  const value = pick(values, Math.floor(n / ids.length)) ?? null
  const mark = world.isStudy && n % 7 < 4
  world.feed(tab, { is: 'answer', id, kind: 'question', value, mark })
  const entry = tab.state.outbox.answers[id]
  const last = world.given.get(id)
  if (entry && entry !== before && entry.value === value && entry.at >= (last?.at ?? 0))
    world.given.set(id, { value, at: entry.at })
})

/** One way of a packet through the network: there and back. */
const deliver = onPacket((world, packet) => {
  world.arrive(packet)
  world.answer(packet)
})

const acts: Record<string, Act> = {
  answer,
  deliver,
  'request arrives': onPacket((world, packet) => world.arrive(packet)),
  'request arrives, and again later': onPacket((world, packet) => world.arrive(packet, true)),
  'reply arrives': onPacket((world, packet) => world.answer(packet)),
  'reply arrives twice': onPacket((world, packet) => world.answer(packet, true)),
  'request is lost': onPacket((world, packet) => world.giveUp(packet, true)),
  'nobody waits any longer': onPacket((world, packet) => world.giveUp(packet)),
  'a moment passes': (world, n) => world.pass(100 + (n % 1_000)),
  'seconds pass': (world, n) => world.pass(1_000 + (n % 15_000)),
  'minutes pass': (world, n) => world.pass(60_000 * (1 + (n % 12))),
  'the devices sleep': (world, n) => world.pass(1_000 * (1 + (n % 900)), true),
  'a clock is set': onDevice((_, device, n) => {
    device.ahead += ((n % 9) - 4) * 900_000
  }),
  mark: onTab((world, tab, n) =>
    world.feed(tab, { is: 'review', id: pick(ids, n) ?? '', marked: n % 2 === 0 }),
  ),
  show: onTab((world, tab, n) => world.feed(tab, { is: 'show', id: pick(ids, n) ?? '' })),
  reveal: onTab((world, tab) => world.feed(tab, { is: 'reveal', id: 'p1', kind: 'question' })),
  awake: onTab((world, tab) => world.feed(tab, { is: 'awake' })),
  hide: onTab((world, tab) => world.feed(tab, { is: 'hidden' })),
  'look again': onTab((world, tab, n) => world.feed(tab, { is: 'shown', away: n % 120_000 })),
  'another tab': onDevice((world, device, n) => {
    if (device.tabs.length < 3) world.open(device, n % 3 > 0)
  }),
  crash: onTab((world, tab) => world.close(tab, true)),
  close: onTab((world, tab) => world.close(tab, false)),
  'somebody logs in or out': onDevice((world, device) =>
    logIn(world, device, device.owner === 'u1' ? 'u2' : 'u1'),
  ),
  'refuse an answer, or no longer': ({ server: { poison } }) => {
    if (!poison.delete('e2')) poison.add('e2')
  },
  'back up': (world) => void world.backups.push(world.server.backUp()),
  restore: (world, n) => {
    const back = pick(world.backups, n)
    if (back === undefined) return
    world.restore(back)
    world.restored = true
    // Those that were made later are of a past that did not happen.
    world.backups = world.backups.slice(0, world.backups.indexOf(back) + 1)
  },
  submit: onTab((world, tab) => world.feed(tab, { is: 'submit' })),
  'return to the paper': onTab((world, tab) => world.feed(tab, { is: 'return-to-test' })),
  'read what was lost': onTab((world, tab) => {
    if (tab.state.ended === null) return
    world.dismissed = true
    world.feed(tab, { is: 'lost-read' })
  }),
}

/** How often an act happens for each one of the others. */
const often: Record<string, number> = {
  answer: 10,
  deliver: 8,
  'request arrives': 4,
  'request arrives, and again later': 2,
  'reply arrives': 4,
  'reply arrives twice': 2,
  'request is lost': 2,
  'nobody waits any longer': 3,
  'a moment passes': 6,
  'seconds pass': 6,
  awake: 2,
  'another tab': 2,
  crash: 2,
}
const table = Object.keys(acts).flatMap((name) => Array<string>(often[name] ?? 1).fill(name))

function logIn(world: World, device: Device, owner: string) {
  device.owner = owner
  for (const tab of device.tabs) world.feed(tab, { is: 'session' })
}

/** The network is fair again, every device has a window, and time passes until all is said. */
function comeToRest(world: Run) {
  for (const packet of [...world.packets]) if (packet.tab === null) world.arrive(packet)
  for (const device of world.devices) {
    logIn(world, device, 'u1')
    if (device.tabs.length === 0) world.open(device, true)
  }
  untilAtRest(world)
  // Twice, so that each learns what the others have told the server last.
  lookAgain(world)
  lookAgain(world)
}

/** Every window reads the attempt again. */
function lookAgain(world: Run) {
  for (const tab of world.tabs) world.feed(tab, { is: 'shown', away: 600_000 })
  untilAtRest(world)
}

function untilAtRest(world: Run) {
  for (let round = 0; round < 60 && !isAtRest(world); round += 1) {
    for (const packet of [...world.packets]) {
      world.arrive(packet)
      world.answer(packet)
    }
    for (const tab of world.tabs)
      if (tab.state.submission.is === 'failed') world.feed(tab, { is: 'return-to-test' })
    if (world.packets.length === 0) world.pass(5_000)
  }
  must(isAtRest(world), 'never comes to rest')
}

const isAtRest = ({ tabs, packets }: World) =>
  packets.length === 0 &&
  tabs.every(
    ({ state }) =>
      state.ended !== null || (state.fresh && state.exchange.is === 'idle' && !hasWaiting(state)),
  )

function check(world: Run) {
  const { server, tabs, devices } = world
  const isRunning = server.state === 'running'
  const isSettled = (id: string) => server.revealed.has(id) || server.marked.has(id)
  const isRefused = (id: string) =>
    tabs.some(({ state }) => state.outbox.answers[id]?.refused !== undefined)
  for (const [id, { value, at, forgotten }] of world.acknowledged) {
    // A restored server learns again what a window still knows, unless it has ended before.
    if (forgotten && (!isRunning || devices.length > 1 || isSettled(id) || isRefused(id))) continue
    must(world.isHeld(id, value, at), `acknowledged and lost: ${id}=${value}`)
  }
  if (isRunning) checkMarks(world)
  for (const { state } of tabs)
    must((state.ended !== null) === !isRunning, 'another end than the server')
  if (devices.length > 1 || world.dismissed) return
  for (const [id, { value }] of world.given) {
    const isLost =
      tabs.some(({ state }) => state.ended?.lost.includes(id)) ||
      // A tab that crashed after the end: it is said when the test is opened again.
      (!isRunning && devices[0]?.disk?.outbox.answers[id]?.acked === false)
    if (isSettled(id) || isRefused(id) || isLost) continue
    if (!isRunning && (value === null || world.restored)) continue
    must((server.held[id] ?? null) === value, `given and lost: ${id}=${value}`)
  }
}

/** What is final here is marked by the server, by the same choice, and its key is shown. */
function checkMarks({ server, tabs }: Run) {
  for (const { state } of tabs)
    for (const id of ids) {
      const { is } = markingOf(state, id)
      if (is === 'none') continue
      must(is === 'done' && server.marked.has(id), `final, and not marked: ${id}`)
      must(state.outbox.answers[id]?.value === server.held[id], `another choice is marked: ${id}`)
    }
}

const act = fc.nat({ max: 2 ** 31 - 1 }).map((n): [name: string, n: number] => {
  return [table[n % table.length] ?? '', Math.floor(n / table.length)]
})
const study = attemptOf({
  assessment: { _id: 'm2', title: 'Study', slug: 'study' },
  deadline: null,
})
const history = fc.record({
  devices: fc.integer({ min: 1, max: 2 }),
  locks: fc.boolean(),
  isStudy: fc.boolean(),
  happened: fc.array(act, { maxLength: 40, size: 'max' }),
})

it('loses no acknowledged answer and sends none after the end, in 10,000 histories', () => {
  fc.assert(
    fc.property(history, ({ devices, locks, isStudy, happened }) => {
      const world: Run = Object.assign(new World(devices, locks, isStudy ? study : undefined), {
        backups: [],
        restored: false,
        dismissed: false,
        isStudy,
      })
      for (const [name, n] of happened) {
        acts[name]?.(world, n)
        world.settle()
      }
      comeToRest(world)
      check(world)
    }),
    { numRuns: 10_000 },
  )
})
