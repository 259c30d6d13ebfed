// A model of the server's side of one attempt (rulings 13 to 15), for tests: revisions,
// last writer per question, deadline, one result; and a connection that can fail.

import { delay } from 'es-toolkit'
import { ApiError } from '@/shared/api/errors'
import type { Answer, Attempt, Reveal } from '@/shared/api/types'
import type { AttemptApi, Saved, Submitted } from '../api'
import type { Batch } from '../outbox'
import { attemptOf, paper, START } from './fixtures'

export type Weather =
  /** Requests arrive and are answered. */
  | 'fair'
  /** Requests do not arrive. */
  | 'cut'
  /** Requests arrive and are done, the answer is lost. */
  | 'deaf'

const conflict = (reason: string, body = {}) => new ApiError(409, reason, reason, {}, body)

const keyOf = (which: { question: string } | { theory: string }): Reveal =>
  'question' in which
    ? { ...which, correctAns: `${which.question}-b`, description: 'Because.' }
    : { ...which, answer: 'Model answer', detailedAnswer: 'At length.' }

export class ModelServer {
  now = START
  revision = 0
  weather: Weather = 'fair'
  /** How long each call is on its way, in milliseconds. */
  lag = 0
  /** Ids whose answers are refused with 422. */
  poison = new Set<string>()
  /** The same, where they are refused before the call is looked at, forced or not: a text that is too long. */
  unreadable = new Set<string>()
  /** An error for every call, instead of an answer. */
  error: ApiError | null = null
  answers = new Map<string, { kind: 'question' | 'theory'; value: string | null; at: number }>()
  review: string[] = []
  seen = new Set<string>()
  /** In practice a shown key settles the answer. */
  revealed = new Map<string, Reveal>()
  /** In study the questions whose choice was marked at once, and so is final. */
  marked = new Set<string>()
  /** Ids whose key is kept back, as while a mock with the question is taken. */
  heldBack = new Set<string>()
  state: Attempt['state'] = 'running'
  results = 0
  calls: string[] = []
  /** Saves under way at this moment, and the most there ever were. */
  under = 0
  most = 0
  deadline: number | null

  constructor(readonly base: Attempt = attemptOf()) {
    this.deadline = base.deadline === null ? null : Date.parse(base.deadline)
  }

  get quizId() {
    return this.state === 'submitted' ? 'quiz1' : null
  }

  get attempt(): Attempt {
    return {
      ...this.base,
      state: this.state,
      deadline: this.deadline === null ? null : new Date(this.deadline).toISOString(),
      revision: this.revision,
      answers: [...this.answers]
        .filter(([, { value }]) => value !== null)
        .map(([id, { kind, value, at }]) => ({
          [kind]: id,
          answer: value,
          at: new Date(at).toISOString(),
        })),
      review: this.review,
      seen: [...this.seen],
      revealed: [...this.revealed.values()],
      marked: [...this.marked],
      serverNow: new Date(this.now).toISOString(),
      quizId: this.quizId,
    }
  }

  /** What is held, by id. */
  get held(): Record<string, string> {
    const all = [...this.answers].flatMap(([id, { value }]) =>
      value === null ? [] : [[id, value]],
    )
    return Object.fromEntries(all)
  }

  /** Keeps how it stands; what is given puts it back to that. */
  backUp(): () => void {
    const { revision, review } = this
    const answers = new Map(this.answers)
    const seen = new Set(this.seen)
    const marked = new Set(this.marked)
    return () => {
      this.revision = revision
      this.review = review
      this.answers = new Map(answers)
      this.seen = new Set(seen)
      this.marked = new Set(marked)
    }
  }

  private put(answers: Answer[], list: string, forced = false): string[] {
    for (const [place, answer] of answers.entries()) {
      const id = answer.question ?? answer.theory ?? ''
      if (this.unreadable.has(id) || (this.poison.has(id) && !forced)) {
        const why = `${id} is refused`
        throw new ApiError(422, 'invalid', why, { [`${list}[${place}].answer`]: why })
      }
    }
    const ignored: string[] = []
    for (const answer of answers) {
      const id = answer.question ?? answer.theory ?? ''
      if (this.poison.has(id)) continue
      const kind = answer.question == null ? 'theory' : 'question'
      const at = Math.min(answer.at ? Date.parse(answer.at) : this.now, this.now)
      const before = this.answers.get(id)
      if (this.deadline !== null && at > this.deadline) continue
      const settled = this.revealed.has(id) || this.marked.has(id)
      if (settled || (before !== undefined && at < before.at)) ignored.push(id)
      else this.answers.set(id, { kind, value: answer.answer ?? null, at })
    }
    return ignored
  }

  private async call<T>(name: string, work: () => T): Promise<T> {
    this.calls.push(name)
    if (name === 'save') this.under += 1
    this.most = Math.max(this.most, this.under)
    await (this.lag > 0 ? delay(this.lag) : Promise.resolve())
    if (name === 'save') this.under -= 1
    if (this.error !== null) throw this.error
    if (this.weather === 'cut') throw new ApiError(0, 'offline', 'cut')
    const done = work()
    if (this.weather === 'deaf') throw new ApiError(0, 'offline', 'deaf')
    return done
  }

  private open() {
    if (this.state !== 'running')
      throw conflict('attempt-closed', { state: this.state, quizId: this.quizId })
  }

  save(body: Batch['body']): Saved {
    this.open()
    if (this.deadline !== null && this.now > this.deadline) throw conflict('time-up')
    if (body.revision !== this.revision)
      throw conflict('stale-revision', { revision: this.revision })
    const ignored = this.put(body.answers, 'answers')
    if (body.review) this.review = body.review
    for (const id of body.seen ?? []) this.seen.add(id)
    const { mark = [] } = body
    if (mark.length > 0 && this.base.assessment.slug !== 'study')
      throw new ApiError(403, 'only-in-study', 'only in study')
    for (const id of mark) if (id in this.held) this.marked.add(id)
    this.revision += 1
    const time = new Date(this.now).toISOString()
    const { deadline } = this.attempt
    const revealed = mark
      .filter((id) => this.marked.has(id) && !this.heldBack.has(id))
      .map((question) => keyOf({ question }))
    return { revision: this.revision, savedAt: time, serverNow: time, deadline, ignored, revealed }
  }

  submit(answered: Answer[], forced: boolean): Submitted {
    if (this.state === 'cancelled') return { quizId: null }
    if (this.state === 'running') {
      this.put(answered, 'answered', forced)
      const empty = Object.keys(this.held).length === 0
      this.state = empty ? 'cancelled' : 'submitted'
      if (!empty) this.results += 1
    }
    return { quizId: this.quizId }
  }

  reveal(which: { question: string } | { theory: string }): Reveal {
    const id = 'question' in which ? which.question : which.theory
    const found = keyOf(which)
    if (this.base.assessment.slug === 'practice') this.revealed.set(id, found)
    return found
  }

  /** The same, over the connection. */
  readonly api: AttemptApi = {
    read: () => this.call('read', () => ({ attempt: this.attempt, paper })),
    peek: () => this.call('peek', () => this.attempt),
    save: (_id, body) => this.call('save', () => this.save(body)),
    submit: (_id, answered, forced) => this.call('submit', () => this.submit(answered, forced)),
    reveal: (_id, which) => this.call('reveal', () => this.reveal(which)),
  }
}
