// What is known of packs without opening them: which questions a pack holds, and which packs should be on
// this device. Holds no question, key or explanation, and is not sealed.
import { promisifyRequest } from 'idb-keyval'
import { tryStorage } from '@/shared/device/tryStorage'
import {
  type Pack,
  type PackQuestion,
  put,
  type StoredHead,
  type Stores,
  transact,
} from './database'

/** The questions of a pack by id, topic and section: enough to count and to choose from packs. */
export interface PackIndex {
  revision: number
  questions: [id: string, version: number, topic: string, section: string, group: string | null][]
  /** Of topics and sections, by id. */
  titles: Record<string, string>
}

type Key = Stores['tests']['key']
const PREFIX = 'index.'
// The character after the dot is the slash.
const range = (account: string) => IDBKeyRange.bound([account, PREFIX], [account, 'index/'])

/** The questions of a pack in the order of the bank. */
export function inOrder({ order, questions }: Pick<Pack, 'order' | 'questions'>): PackQuestion[] {
  const byId = new Map(questions.map((one) => [one._id, one]))
  return order.flatMap(([id]) => byId.get(id) ?? [])
}

/** Stores the index of a pack and returns it. `id` is its id on this device. One without room goes without. */
export async function indexPack(account: string, id: string, pack: Pack): Promise<PackIndex> {
  const titles: PackIndex['titles'] = {}
  const questions = inOrder(pack).map((one): PackIndex['questions'][number] => {
    titles[one.topic._id] = one.topic.title
    titles[one.section._id] = one.section.title
    return [one._id, one.version, one.topic._id, one.section._id, one.group || null]
  })
  const index = { revision: pack.revision, questions, titles }
  await put('tests', [account, PREFIX + id], index).catch(() => undefined)
  return index
}

/** The stored indexes by the id of their pack. */
export const readIndexes = (account: string): Promise<Map<string, PackIndex>> =>
  transact(['tests'], 'readonly', async (reach) => {
    const [keys, values] = await Promise.all([
      promisifyRequest(reach('tests').getAllKeys(range(account))),
      promisifyRequest<PackIndex[]>(reach('tests').getAll(range(account))),
    ])
    return new Map(values.map((value, i) => [(keys[i] as Key)[1].slice(PREFIX.length), value]))
  })

// Which packs should be on this device. Browsers that need room may delete a database without a word:
// this list, in local storage, is how the shelf notices. Logging out clears it.

/** What is said of a pack that the browser has deleted. */
export type Expected = StoredHead & { id: string }

const keyOf = (account: string) => `sabi.shelf.${account}`

/** The packs that the account has downloaded here and not removed. */
export function expectedPacks(account: string): Expected[] {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]'))
  return Array.isArray(kept) ? kept.filter(isExpected) : []
}

const isExpected = (one: unknown): one is Expected => {
  const { id, exam, subject, year } = (one ?? {}) as Partial<Expected>
  return (
    typeof id === 'string' &&
    typeof exam?._id === 'string' &&
    typeof subject?._id === 'string' &&
    typeof year === 'number'
  )
}

/** Adds a pack, or replaces it. */
export function expectPack(account: string, pack: Expected): void {
  write(account, [...expectedPacks(account).filter(({ id }) => id !== pack.id), pack])
}

/** Without ids: none at all. */
export function expectNoMore(account: string, ids?: string[]): void {
  write(account, ids ? expectedPacks(account).filter(({ id }) => !ids.includes(id)) : [])
}

function write(account: string, packs: Expected[]) {
  tryStorage(() => {
    if (packs.length === 0) localStorage.removeItem(keyOf(account))
    else localStorage.setItem(keyOf(account), JSON.stringify(packs))
    return true
  })
}
