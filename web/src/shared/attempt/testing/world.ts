// Devices with tabs of one test, their storage and locks, and a network that delivers late,
// twice or not at all: everything around the state machine, without a real timer or promise.
// It checks at each call and each response of the server what must always hold.
import { ApiError } from '@/shared/api/errors'
import type { Attempt } from '@/shared/api/types'
import { failureOf } from '../api'
import type { Reading } from '../clock'
import { dueAt, type Effect, type Input, type Reply, step } from '../machine'
import { isFinal, merge, unsentAnswers } from '../outbox'
import { type Call, firstState, type TestState } from '../state'
import type { StoredAttempt } from '../storage'
import { attemptOf } from './fixtures'
import { ModelServer } from './modelServer'

export interface Device {
  disk: StoredAttempt | null
  mono: number
  /** How far the wall clock is ahead of the true time, in milliseconds. */
  ahead: number
  owner: string
  tabs: Tab[]
  /** Without locks (plain http) tabs may call at the same time. */
  locks: boolean
  holder: Tab | null
  queue: Tab[]
}

export interface Tab {
  device: Device
  state: TestState
  lastWritten: StoredAttempt | null
  erased: boolean
}

/** A request on its way to the server, or its answer on the way back. */
interface Packet {
  /** Null once nobody waits for the answer. */
  tab: Tab | null
  number: number
  call: Call
  sent: Reading
  /** What the server said; null before the request has arrived. */
  answer: (() => Reply) | null
  /** The answers that it took. */
  taken: [id: string, value: string | null, at: number][]
}

const silence = failureOf(new ApiError(0, 'silent', 'No answer'))

/** Like `expect`, but fast enough for some million checks. */
export function must(holds: boolean, otherwise: string) {
  if (!holds) throw new Error(otherwise)
}

export class World {
  server: ModelServer
  devices: Device[] = []
  packets: Packet[] = []
  /** The answers of which a window was told that the server has them. */
  acknowledged = new Map<string, { value: string | null; at: number; forgotten: boolean }>()
  /** The latest answer that was given to each question. */
  given = new Map<string, { value: string | null; at: number }>()
  /** All answers that the server has ever taken, or passed over because a later one stands. */
  private decided = new Set<string>()
  /** Whether it has ever refused one. */
  private hasRefused = false
  private first: Attempt
  private todo: (() => void)[] = []

  constructor(devices: number, locks: boolean, attempt = attemptOf()) {
    this.server = new ModelServer(attempt)
    this.first = this.server.attempt
    for (let n = 0; n < devices; n += 1) {
      const device: Device = {
        disk: null,
        mono: 1_000 * n,
        ahead: 0,
        owner: 'u1',
        tabs: [],
        locks,
        holder: null,
        queue: [],
      }
      this.devices.push(device)
      this.open(device, true)
    }
  }

  get tabs() {
    return this.devices.flatMap(({ tabs }) => tabs)
  }

  moment = ({ mono, ahead, owner }: Device) => ({ mono, wall: this.server.now + ahead, owner })

  open(device: Device, online: boolean) {
    const now = this.moment(device)
    const tab: Tab = {
      device,
      state: firstState(
        {
          user: 'u1',
          attempt: online ? this.server.attempt : this.first,
          heard: online ? { sent: now, got: now } : null,
          kept: device.disk,
          place: (candidates) => candidates.find((id) => id !== null) ?? 'e1',
        },
        now,
      ),
      lastWritten: null,
      erased: false,
    }
    device.tabs.push(tab)
    this.feed(tab, { is: 'start' })
  }

  /** The tab is gone, without a word where it crashed. */
  close(tab: Tab, crashed: boolean) {
    if (!crashed) this.feed(tab, { is: 'stop' })
    const { device } = tab
    device.tabs = device.tabs.filter((other) => other !== tab)
    device.queue = device.queue.filter((other) => other !== tab)
    for (const packet of this.packets) {
      if (packet.tab !== tab) continue
      packet.tab = null
      if (packet.answer !== null) this.drop(packet)
    }
    if (device.holder === tab) this.unlock(device)
    this.settle()
  }

  feed(tab: Tab, input: Input) {
    this.take(tab, input)
    this.settle()
  }

  private take(tab: Tab, input: Input) {
    if (!tab.device.tabs.includes(tab)) return
    const before = tab.state
    const [state, effects] = step(before, { ...input, now: this.moment(tab.device) })
    tab.state = state
    if (before.ended !== null && input.is === 'answer')
      must(state === before, 'an answer after the end')
    if (input.is === 'answer' && isFinal(before.outbox, input.id))
      must(state.outbox === before.outbox, 'another choice than the first')
    if (state.ended !== null) must(this.server.state !== 'running', 'ended by itself')
    for (const effect of effects) this.perform(tab, effect)
  }

  /** Does what is due at once. */
  settle() {
    for (let work = this.todo.shift(); work !== undefined; work = this.todo.shift()) work()
  }

  private perform(tab: Tab, effect: Effect) {
    const { device } = tab
    const others = device.tabs.filter((other) => other !== tab)
    switch (effect.do) {
      case 'keep': {
        const { kept, version } = effect
        this.todo.push(() => this.take(tab, { is: 'kept', version, keeping: 'disk' }))
        if (tab.erased) return
        const { disk } = device
        const isMine = disk === null || disk === tab.lastWritten
        const all = isMine ? kept : { ...kept, outbox: merge(kept.outbox, disk.outbox) }
        tab.lastWritten = all
        device.disk = all
        for (const other of others)
          this.todo.push(() => this.take(other, { is: 'other-tab', kept: all }))
        return
      }
      case 'erase':
        tab.erased = true
        device.disk = null
        for (const other of others)
          this.todo.push(() => this.take(other, { is: 'other-tab', kept: null }))
        return
      case 'lock':
        device.queue.push(tab)
        this.grant(device)
        return
      case 'unlock':
        if (device.holder === tab) this.unlock(device)
        return
      case 'abort':
        return this.abort(tab)
      case 'call':
        return this.send(tab, effect.number, effect.call)
      case 'reveal': {
        const reveal = this.server.reveal({ question: effect.id })
        this.todo.push(() => this.take(tab, { is: 'revealed', id: effect.id, reveal }))
      }
    }
  }

  private grant(device: Device) {
    this.todo.push(() => {
      const [tab] = device.queue
      if (tab === undefined || (device.locks && device.holder !== null)) return
      device.queue.shift()
      device.holder = tab
      this.take(tab, { is: 'locked', kept: device.disk })
    })
  }

  private unlock(device: Device) {
    device.holder = null
    this.grant(device)
  }

  private abort(tab: Tab) {
    tab.device.queue = tab.device.queue.filter((other) => other !== tab)
    for (const packet of this.packets) if (packet.tab === tab) this.giveUp(packet)
  }

  private send(tab: Tab, number: number, call: Call) {
    const { device, state } = tab
    const isOurs = (packet: Packet) =>
      packet.tab === tab || (device.locks && packet.tab?.device === device)
    must(!this.packets.some(isOurs), 'calls at the same time')
    must(device.owner === 'u1', "a call in somebody else's session")
    must(state.ended === null, 'a call after the end')
    must(state.started, 'a call after the window has gone')
    must(call.is !== 'save' || state.submission.is !== 'sending', 'a save while it submits')
    if (call.is === 'submit' && !this.hasRefused) {
      const all = unsentAnswers(state.outbox).length
      must(call.answered.length === all, 'a submission without what waits')
    }
    this.packets.push({ tab, number, call, sent: this.moment(device), answer: null, taken: [] })
  }

  /** The request arrives. Where it arrives `twice`, another copy is still on its way. */
  arrive(packet: Packet, twice = false) {
    if (packet.answer !== null) return
    if (twice) this.packets.push({ ...packet, tab: null, taken: [] })
    const { call } = packet
    const { marked } = this.server
    const final = Object.entries(this.server.held).filter(([id]) => marked.has(id))
    try {
      const reply = this.serve(call)
      packet.answer = () => reply
      if (reply.is === 'save' && call.is === 'save')
        for (const [id, { value }] of call.batch.answers) {
          this.decided.add(`${id}=${value}`)
          const held = this.server.answers.get(id)
          if (held !== undefined && !reply.saved.ignored.includes(id))
            packet.taken.push([id, held.value, held.at])
        }
    } catch (thrown) {
      this.hasRefused ||= failureOf(thrown).is === 'refused'
      packet.answer = () => {
        throw thrown
      }
    }
    const { held } = this.server
    for (const [id, value] of final) must(held[id] === value, 'a choice changed once it was marked')
    for (const [id, value] of Object.entries(held)) this.decided.add(`${id}=${value}`)
    if (packet.tab === null) this.drop(packet)
  }

  private serve(call: Call): Reply {
    const { server } = this
    if (call.is === 'peek') return { is: 'peek', attempt: server.attempt }
    if (call.is === 'save') return { is: 'save', saved: server.save(call.batch.body) }
    return { is: 'submit', submitted: server.submit(call.answered, call.forced) }
  }

  /** The server's response arrives. */
  answer(packet: Packet, twice = false) {
    const { tab, number, sent, answer } = packet
    if (answer === null || tab === null) return
    this.drop(packet)
    try {
      const reply = answer()
      for (const [id, value, at] of packet.taken) this.acknowledge(id, value, at)
      for (let n = 0; n < (twice ? 2 : 1); n += 1)
        this.feed(tab, { is: 'replied', number, reply, sent })
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      const failure = failureOf(thrown)
      for (let n = 0; n < (twice ? 2 : 1); n += 1)
        this.feed(tab, { is: 'failed', number, failure, chance: 0.5 })
    }
    for (const [id, { value, acked }] of Object.entries(tab.state.outbox.answers))
      if (acked && value !== null)
        must(this.decided.has(`${id}=${value}`), `said to be saved, but never sent: ${id}=${value}`)
  }

  private acknowledge(id: string, value: string | null, at: number) {
    const before = this.acknowledged.get(id)
    if (before !== undefined && before.at > at) return
    this.acknowledged.set(id, { value, at, forgotten: !this.isHeld(id, value, at) })
  }

  /** Whether the server holds this answer, or one given at the same time or later. */
  isHeld(id: string, value: string | null, at: number) {
    const held = this.server.answers.get(id)
    return held !== undefined && (held.at >= at || held.value === value)
  }

  /** No answer comes; the request itself is lost, or may still arrive later. */
  giveUp(packet: Packet, lost = false) {
    const { tab, number } = packet
    if (tab === null) return
    packet.tab = null
    if (lost || packet.answer !== null) this.drop(packet)
    this.todo.push(() => this.take(tab, { is: 'failed', number, failure: silence, chance: 0.5 }))
  }

  private drop(packet: Packet) {
    this.packets = this.packets.filter((other) => other !== packet)
  }

  /** Lets time pass; monotonic clocks stand still while the devices sleep. */
  pass(ms: number, asleep = false) {
    this.server.now += ms
    for (const device of this.devices) if (!asleep) device.mono += ms
    for (const tab of this.tabs) {
      this.feed(tab, { is: 'tick' })
      const due = dueAt(tab.state)
      must(due === null || due > tab.device.mono, 'a timer that is never done')
    }
  }

  /** Puts the server back to an older state, where the test runs. Until then it is down. */
  restore(back: () => void) {
    if (this.server.state !== 'running') return
    for (const packet of this.packets) this.giveUp(packet, true)
    this.packets = []
    back()
    this.settle()
    for (const [id, known] of this.acknowledged)
      known.forgotten ||= !this.isHeld(id, known.value, known.at)
  }
}
