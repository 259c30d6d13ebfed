// Seeds the demo once, for all servers to begin with copies of it, if `run.mjs` has not done so.
import { seed } from './server.ts'

export default async function globalSetup() {
  if (process.env.SABI_SEEDED) return
  const seeded = await seed()
  process.env.SABI_SEEDED = seeded.data
  return seeded.remove
}
