// A photograph gets worse, and then smaller, until it fits.
import { expect, it } from 'vitest'
import { LARGEST, shrink } from './compress'

/** An encoder whose file size is proportional to the longest side and to the quality. */
function encoder(bytes: number) {
  const tries: [number, number][] = []
  const encode = async (longest: number, quality: number) => {
    tries.push([longest, quality])
    return { size: longest * quality * bytes } as Blob
  }
  return { tries, encode }
}

it('keeps the best quality that fits, at most 1280 pixels long', async () => {
  const { tries, encode } = encoder(200)
  const blob = await shrink(encode, 4000)
  expect(blob.size).toBeLessThanOrEqual(LARGEST)
  expect(tries).toEqual([
    [1280, 0.8],
    [1280, 0.7],
    [1280, 0.6],
  ])
})

it('leaves a small photograph at its size', async () => {
  const { tries, encode } = encoder(10)
  await shrink(encode, 600)
  expect(tries).toEqual([[600, 0.8]])
})

it('makes it smaller when the lowest quality is too large', async () => {
  const { tries, encode } = encoder(500)
  const blob = await shrink(encode, 1280)
  expect(blob.size).toBeLessThanOrEqual(LARGEST)
  expect(tries.at(-1)?.[0]).toBe(960)
})

it('gives up where nothing fits, and where the browser cannot', async () => {
  await expect(shrink(encoder(100_000).encode, 1280)).rejects.toThrow('too large')
  await expect(shrink(async () => null, 1280)).rejects.toThrow('cannot encode')
})
