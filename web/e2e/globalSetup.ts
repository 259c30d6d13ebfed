// Before all browser tests, seeds the demo once, for all servers to begin with copies of it. After
// them, checks that they have visited every route of the app, if all files ran.
import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allRoutes, notSeen } from './routesSeen.ts'
import { seed } from './server.ts'

export default async function globalSetup() {
  if (process.env.SABI_PICTURES) mkdirSync(process.env.SABI_PICTURES, { recursive: true })
  const looks = path.join(tmpdir(), `sabi-e2e-seen-${process.pid}`)
  process.env.SABI_SEEN = looks
  writeFileSync(looks, '')
  const seeded = process.env.SABI_SEEDED ? undefined : await seed()
  if (seeded) process.env.SABI_SEEDED = seeded.data

  return async () => {
    await seeded?.remove()
    const left = process.env.SABI_EVERY_ROUTE ? notSeen(await allRoutes(), looks) : []
    await rm(looks)
    if (left.length > 0) throw new Error(`no browser test looks at the routes ${left.join(', ')}`)
  }
}
