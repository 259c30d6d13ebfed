// What was read before is there when the server cannot be reached.
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import { all, allKeys, disconnect, put, remove } from './database'
import { backgroundTexts } from './messages'
import { limits, persistQueries } from './queryStore'

const cut = () => Promise.reject(new ApiError(0, 'offline', 'Sabi is not responding.'))
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

beforeEach(async () => {
  await disconnect()
  vi.stubGlobal('indexedDB', new IDBFactory())
})

async function read(queries: [key: unknown[], data: unknown][], account = 'u1') {
  const online = client()
  const kept = persistQueries(online, account, () => false)
  for (const [queryKey, data] of queries)
    await online.fetchQuery({ queryKey, queryFn: async () => data })
  await kept.written()
  kept.stop()
}

/** The query on a device without a network. */
async function offline(queryKey: unknown[], account = 'u1') {
  const away = client()
  const kept = persistQueries(away, account, () => true)
  await away.prefetchQuery({ queryKey, queryFn: cut })
  await vi.waitFor(() => {
    const { data, error } = away.getQueryState(queryKey) ?? {}
    expect(data !== undefined || (error as ApiError | null)?.reason === 'never-read').toBe(true)
  })
  kept.stop()
  return away.getQueryState(queryKey)
}

it('gives back what was read, to the account that read it', async () => {
  await read([[['result', 'quiz1'], { score: 66 }]])
  expect((await offline(['result', 'quiz1']))?.data).toEqual({ score: 66 })
  expect((await offline(['result', 'quiz1'], 'u2'))?.data).toBeUndefined()
})

it('keeps what was read before it was turned on', async () => {
  const online = client()
  online.setQueryData(['faqs'], ['Is it free?'])
  const kept = persistQueries(online, 'u1', () => false)
  await kept.written()
  expect((await offline(['faqs']))?.data).toEqual(['Is it free?'])
})

it('says plainly what was never read', async () => {
  const state = await offline(['result', 'quiz2'])
  expect(state?.error).toMatchObject({
    reason: 'never-read',
    errMessage: backgroundTexts.neverRead,
  })
})

it('keeps nothing but what is listed', async () => {
  await read([
    [['sessions', 'own'], ['a phone']],
    [['attempts', 'a1'], { answers: [] }],
    [['attempts', 'running'], []],
  ])
  expect(await allKeys('answers', 'u1')).toEqual([['u1', '["attempts","running"]']])
})

it('gives way to the newest response of the server, and does not take its own for one', async () => {
  await read([[['faqs'], ['old']]])
  const [[, { at }] = [[], { at: 0 }]] = await all('answers', 'u1')
  const away = client()
  const kept = persistQueries(away, 'u1', () => true)
  await away.prefetchQuery({ queryKey: ['faqs'], queryFn: cut })
  await vi.waitFor(() => expect(away.getQueryData(['faqs'])).toEqual(['old']))
  expect(away.getQueryState(['faqs'])?.dataUpdatedAt).toBe(at)
  await away.fetchQuery({ queryKey: ['faqs'], queryFn: async () => ['new'] })
  await kept.written()
  expect((await all('answers', 'u1'))[0]?.[1].data).toEqual(['new'])
})

it('forgets the oldest where there is no more room, and keeps nothing too large', async () => {
  const large = 'a'.repeat(limits.one - 10)
  const before = Array.from({ length: 12 }, (_, i): [unknown[], unknown] => [['result', i], large])
  await read(before)
  const left = (await all('answers', 'u1')).map(([, { key }]) => key[1])
  expect(left).toHaveLength(10)
  expect(left).not.toContain(0)
  expect(left).toContain(11)
  await read([[['faqs'], 'a'.repeat(limits.one)]])
  expect(await allKeys('answers', 'u1')).toHaveLength(10)
})

it('does without where the browser stores nothing', async () => {
  vi.stubGlobal('indexedDB', undefined)
  await expect(put('answers', ['u1', 'x'], {} as never)).rejects.toThrow()
  await read([[['faqs'], ['Is it free?']]])
  expect((await offline(['faqs']))?.error).toMatchObject({ reason: 'never-read' })
})

it('shows no key that was read before while a mock runs on this device', async () => {
  const keys = ['corrections', 'quiz1']
  await read([
    [keys, { key: 'A' }],
    [['result', 'quiz1'], { score: 66 }],
  ])
  await put('locks', ['u1', 'mock1'], { subjects: ['s1'], at: 1 })
  expect((await offline(['result', 'quiz1']))?.data).toEqual({ score: 66 })
  const away = client()
  const kept = persistQueries(away, 'u1', () => true)
  await away.prefetchQuery({ queryKey: keys, queryFn: cut })
  await vi.waitFor(() =>
    expect(away.getQueryState(keys)?.error).toMatchObject({
      reason: 'in-running-mock',
      errMessage: backgroundTexts.inMock,
    }),
  )
  kept.stop()
  expect(away.getQueryState(keys)?.data).toBeUndefined()
  await remove('locks', ['u1', 'mock1'])
  expect((await offline(keys))?.data).toEqual({ key: 'A' })
})
