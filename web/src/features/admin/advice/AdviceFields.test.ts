// Gaps and overlaps of the bands of advice.
import { describe, expect, it } from 'vitest'
import { type Band, gapsOf, lanesOf, overlapsOf } from './AdviceFields'

const band = (from: number, to: number, active = true): Band => ({
  id: `${from}-${to}`,
  title: `${from} to ${to}`,
  from,
  to,
  active,
})

describe('bands', () => {
  it('leave nothing out where each begins behind the one before', () => {
    const bands = [band(50, 100), band(0, 49)]
    expect(gapsOf(bands)).toEqual([])
    expect(overlapsOf(bands)).toEqual([])
    expect(lanesOf(bands)).toHaveLength(1)
  })

  it('leave out what no active one holds', () => {
    expect(gapsOf([])).toEqual([{ from: 0, to: 100 }])
    expect(gapsOf([band(10, 39), band(40, 49, false), band(60, 99)])).toEqual([
      { from: 0, to: 9 },
      { from: 40, to: 59 },
      { from: 100, to: 100 },
    ])
  })

  it('overlap where both hold a percentage, their ends among them', () => {
    const [low, high, twin] = [band(0, 50), band(40, 100), { ...band(0, 50), id: 'twin' }]
    expect(overlapsOf([low, high])).toEqual([{ first: low, second: high, from: 40, to: 50 }])
    const [until, point] = [band(0, 40), band(50, 50)]
    expect(overlapsOf([until, high])).toEqual([{ first: until, second: high, from: 40, to: 40 }])
    expect(overlapsOf([point, band(50, 100)])).toHaveLength(1)
    expect(overlapsOf([band(0, 39), high])).toEqual([])
    expect(overlapsOf([low, twin])).toHaveLength(1)
    expect(overlapsOf([low, { ...high, active: false }])).toEqual([])
    expect(lanesOf([low, high])).toHaveLength(2)
  })
})
