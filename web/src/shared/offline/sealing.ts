// Sealing by entitlement: packs are stored encrypted with a key that belongs to an account on this
// device. It keeps other people on the same phone out, and ends with the plan. It is no copy
// protection: anybody who can open a pack can read it.
import { serverNow } from '@/shared/api/timeoutFetch'
import { change, clear, get, type StoredKey } from './database'
import { expectNoMore } from './packIndex'

/** Whether this browser can seal: WebCrypto exists on https (and localhost) alone. */
export const canSeal = () => typeof crypto !== 'undefined' && crypto.subtle !== undefined

/** The current time in milliseconds, by the server's clock where it is known. */
export const now = () => serverNow() ?? Date.now()

/** Whether the instant (ISO) has passed; never for null. */
export const isOver = (instant: string | null, time = now()) =>
  instant !== null && Date.parse(instant) <= time

/**
 * The account's key on this device; null without one. A key whose time is over is deleted with the
 * packs that it opens.
 *
 * The key may end before a test that was taken with it has been handed in: seal no test with it.
 */
export async function keyOf(account: string): Promise<CryptoKey | null> {
  const stored = await get('keys', [account])
  if (!stored) return null
  const time = Math.max(now(), stored.seen)
  if (isOver(stored.keepUntil, time)) {
    await dropKey(account)
    return null
  }
  // Once a minute is exact enough, and spares the disk. Nobody waits for it.
  if (time - stored.seen > 60_000)
    void change('keys', [account], (known) => known && { ...known, seen: time }).catch(
      () => undefined,
    )
  return stored.key
}

/**
 * The account's key, made where there is none. It is kept until the later of `keepUntil` (ISO; null:
 * without an end) and what was said before.
 */
export async function createKey(account: string, keepUntil: string | null): Promise<CryptoKey> {
  const held = await keyOf(account)
  // Made outside the transaction, which would end while it waits.
  const key = held ?? (await makeKey())
  const stored = await change('keys', [account], (known) => ({
    // Another tab may have made one meanwhile.
    key: known?.key ?? key,
    keepUntil: known ? later(known, keepUntil) : keepUntil,
    seen: Math.max(now(), known?.seen ?? 0),
  }))
  return stored?.key ?? key
}

const makeKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

function later({ keepUntil }: StoredKey, other: string | null): string | null {
  if (keepUntil === null || other === null) return null
  return Date.parse(keepUntil) > Date.parse(other) ? keepUntil : other
}

/** Deletes the account's key and its packs with it. */
export async function dropKey(account: string): Promise<void> {
  await clear(['keys', 'heads', 'packs'], account)
  expectNoMore(account)
}

/** Bytes before the sealed text: 1 for the format, 12 for the nonce. */
const NONCE = 12
const PLAIN = 0
const GZIP = 1

/** The value as JSON, compressed where the browser can, and encrypted. */
export async function seal(key: CryptoKey, value: unknown): Promise<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(value))
  const packed = canCompress() ? await through(new CompressionStream('gzip'), text) : text
  const head = new Uint8Array(1 + NONCE)
  head[0] = canCompress() ? GZIP : PLAIN
  crypto.getRandomValues(head.subarray(1))
  const sealed = await crypto.subtle.encrypt(cipher(head), key, packed)
  const whole = new Uint8Array(head.length + sealed.byteLength)
  whole.set(head)
  whole.set(new Uint8Array(sealed), head.length)
  return whole.buffer
}

/** The value that was sealed. Rejects with another key, or where a byte was changed. */
export async function open(key: CryptoKey, bytes: ArrayBuffer): Promise<unknown> {
  const head = new Uint8Array(bytes, 0, 1 + NONCE)
  const packed = await crypto.subtle.decrypt(cipher(head), key, new Uint8Array(bytes, head.length))
  const text =
    head[0] === GZIP
      ? await through(new DecompressionStream('gzip'), new Uint8Array(packed))
      : packed
  return JSON.parse(new TextDecoder().decode(text))
}

// The format is covered too: changing it makes opening fail.
const cipher = (head: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv: head.slice(1),
  additionalData: head.slice(0, 1),
})

const canCompress = () => 'CompressionStream' in globalThis && 'DecompressionStream' in globalThis

async function through(stream: GenericTransformStream, bytes: Uint8Array<ArrayBuffer>) {
  const writer = (stream.writable as WritableStream<BufferSource>).getWriter()
  // A fault of the data shows where it is read.
  void writer.write(bytes).catch(() => undefined)
  void writer.close().catch(() => undefined)
  const all = new Response(stream.readable as ReadableStream<Uint8Array<ArrayBuffer>>)
  return new Uint8Array(await all.arrayBuffer())
}
