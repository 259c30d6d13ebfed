// Drawing: the cases that the server passes too, and what holds for every paper.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from './cases.json'
import {
  type Blueprint,
  type DrawnFrom,
  draw,
  drawToday,
  orderOptions,
  type Pool,
  placesOf,
  spread,
} from './paper'

describe('the cases of both sides', () => {
  for (const { name, packs, expected, source, ...of } of cases.draws)
    it(name, () => {
      const blueprint = { ...of, source: source as Blueprint['source'], isShuffled: false }
      const drawn = draw(packs, blueprint).map(({ subject, questions }) => ({
        subject,
        questions: questions.map(({ id }) => id),
      }))
      expect(drawn).toEqual(expected)
    })

  for (const { options, stay, last } of cases.options)
    it(options.join(' · '), () => expect(placesOf(options)).toEqual({ stay, last }))
})

/** A bank of two subjects with two years each; questions of a group share its name. */
const bank = fc
  .array(fc.record({ topic: fc.nat(2), group: fc.option(fc.nat(3)) }), { maxLength: 24 })
  .map((all): Pool[] =>
    [0, 1, 2, 3].map((pack) => ({
      subject: `s${pack % 2}`,
      year: 2018 + Math.floor(pack / 2),
      questions: all.flatMap(({ topic, group }, n): DrawnFrom[] =>
        n % 4 === pack
          ? [
              {
                id: `q${n}`,
                topic: `t${topic}`,
                section: `x${topic}`,
                group: group === null ? null : `${pack} ${group}`,
              },
            ]
          : [],
      ),
    })),
  )

const blueprint = fc.record({
  subjects: fc.constantFrom(['s0', 's1'], ['s1'], ['s0']),
  source: fc.constantFrom('year' as const, 'mistakes' as const),
  year: fc.option(fc.constantFrom(2018, 2019)),
  limit: fc.option(fc.integer({ min: 1, max: 8 })),
  chosen: fc.constantFrom([], ['t1'], ['x0', 't2']),
  only: fc.option(fc.subarray(Array.from({ length: 24 }, (_, n) => `q${n}`))),
  most: fc.option(fc.integer({ min: 1, max: 9 })),
  isShuffled: fc.boolean(),
})

it('gives each question once, within all limits, in whole groups but for a cut at the limit', () => {
  fc.assert(
    fc.property(bank, blueprint, (pools, of) => {
      const parts = draw(pools, of)
      expect(parts.map(({ subject }) => subject)).toEqual(of.subjects)
      const ids = parts.flatMap(({ questions }) => questions.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
      if (of.most !== null) expect(ids.length).toBeLessThanOrEqual(of.most)
      for (const { subject, questions } of parts) {
        if (of.limit !== null) expect(questions.length).toBeLessThanOrEqual(of.limit)
        const own = pools.filter((one) => one.subject === subject)
        const there = own.flatMap((pool) => pool.questions)
        for (const question of questions) {
          expect(there).toContain(question)
          if (of.only) expect(of.only).toContain(question.id)
          if (of.year) {
            const { year } = own.find((pool) => pool.questions.includes(question)) as Pool
            expect(year).toBe(of.year)
          }
        }
        // The questions of a group follow one another, in the order of the bank.
        const groups = questions.map(({ group }) => group)
        groups.forEach((group, place) => {
          if (group === null) return
          const first = groups.indexOf(group)
          expect(groups.slice(first, place + 1).every((one) => one === group)).toBe(true)
        })
      }
    }),
    { numRuns: 300 },
  )
})

it('changes nothing but the order by shuffling, where no limit cuts', () => {
  fc.assert(
    fc.property(bank, blueprint, (pools, of) => {
      const whole = { ...of, limit: null, most: null }
      const sorted = (isShuffled: boolean) =>
        draw(pools, { ...whole, isShuffled }).map(({ questions }) =>
          questions.map(({ id }) => id).sort(),
        )
      expect(sorted(true)).toEqual(sorted(false))
    }),
  )
})

it('shares a number out, and never more than is wanted', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.array(fc.nat(12), { minLength: 1, maxLength: 5 }), (most, wants) => {
      const shares = spread(most, wants)
      const sum = (all: number[]) => all.reduce((a, b) => a + b, 0)
      expect(sum(shares)).toBe(Math.min(most, sum(wants)))
      shares.forEach((share, place) => {
        expect(share).toBeLessThanOrEqual(wants[place] ?? 0)
      })
    }),
  )
})

describe('today', () => {
  const question = (id: string, topic = id): DrawnFrom => ({
    ...{ id, topic },
    section: 'x',
    group: null,
  })
  const ids = (parts: ReturnType<typeof drawToday>) =>
    parts.map(({ questions }) => questions.map(({ id }) => id))

  it('takes the first 20 that are due and here, by subject', () => {
    const many = Array.from({ length: 30 }, (_, n) => question(`q${n}`))
    const pools = [
      { subject: 's1', year: 2019, questions: many.slice(15) },
      { subject: 's2', year: 2019, questions: many.slice(0, 15) },
    ]
    const due = ['elsewhere', ...many.map(({ id }) => id).reverse()]
    const drawn = ids(drawToday(pools, due, null))
    expect(drawn.map((part) => part.length)).toEqual([15, 5])
    expect(drawn[0]?.[0]).toBe('q29')
    expect(drawn.flat()).toHaveLength(20)
    expect(ids(drawToday(pools, due, 3)).flat()).toEqual(['q29', 'q28', 'q27'])
  })

  it('takes at most 8 of a topic', () => {
    const many = Array.from({ length: 12 }, (_, n) => question(`q${n}`, n < 10 ? 'one' : 'two'))
    const drawn = drawToday(
      [{ subject: 's1', year: 2019, questions: many }],
      many.map(({ id }) => id),
      null,
    )
    expect(ids(drawn)).toEqual([['q0', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q10', 'q11']])
  })
})

it('shuffles options, but never those that name others by letter, nor what sums them up', () => {
  const order = (options: string[]) =>
    orderOptions(options.map((option) => ({ option }))).map(({ option }) => option)
  const named = ['Both A and B', 'Iron', 'Tin', 'Lead']
  const orders = new Set<string>()
  for (let n = 0; n < 60; n += 1) {
    expect(order(named)).toEqual(named)
    const shown = order(['2', 'All of the above', '4', '6'])
    expect(shown.at(-1)).toBe('All of the above')
    orders.add(shown.join())
  }
  expect(orders.size).toBeGreaterThan(1)
})
