// Long work is read to the end of its transfer, whatever the result is.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { postForm, postLong, readLines } from './lines'
import { replyTimeout } from './timeoutFetch'

/** An answer that comes in these pieces; whether it was left before its end. */
function transfer(...pieces: string[]) {
  const left = { before: 0, read: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[left.read]
        left.read += 1
        if (piece === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(piece))
      },
      cancel() {
        left.before += 1
      },
    },
    { highWaterMark: 0 },
  )
  vi.stubGlobal('fetch', async () => new Response(body))
  return left
}

const run = { id: 'r1', onProgress: vi.fn() }
const post = () => postLong<number>('/api/v1/admin/questions/import', new FormData(), run)

describe('long work', () => {
  it('gives its result once the transfer has ended', async () => {
    const left = transfer(
      '{"progress":{"stage":"reading","done":1,"tot',
      'al":2}}\n{"success":true,"data":7}\n',
      '\n',
    )
    expect(await post()).toBe(7)
    expect(run.onProgress).toHaveBeenCalledWith({ stage: 'reading', done: 1, total: 2 })
    expect(left).toEqual({ before: 0, read: 4 })
  })

  it('tells why it failed, and when it broke off', async () => {
    const left = transfer('{"success":false,"errMessage":"No","reason":"cancelled"}\n', '\n')
    await expect(post()).rejects.toMatchObject({ reason: 'cancelled', errMessage: 'No' })
    expect(left).toEqual({ before: 0, read: 3 })
    transfer('{"progress":{"stage":"writing","done":1,"total":2}}\n')
    await expect(post()).rejects.toMatchObject({ reason: 'offline' })
  })

  it('tells line by line what is found', async () => {
    transfer('{"n":1}\n{"n"', ':2}\n{"n":3}')
    const found: unknown[] = []
    await readLines('/x', (line) => found.push(line), new AbortController().signal)
    expect(found).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })
})

describe('a form', () => {
  const { ms } = replyTimeout
  afterEach(() => {
    replyTimeout.ms = ms
  })

  it('is given up where no response comes', async () => {
    replyTimeout.ms = 5
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const form = new FormData()
    form.append('file', new Blob(['a,b']))
    await expect(postForm('/api/v1/admin/questions/import', form)).rejects.toMatchObject({
      reason: 'silent',
    })
  })
})
