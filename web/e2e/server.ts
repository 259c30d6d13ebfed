// The real server of a test, in a data folder of its own, and direct calls to it.
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Call, Init, Method } from './api.ts'
import { PATIENCE } from './patience.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = process.env.SABI_BIN ?? path.join(root, 'target/debug/sabi')
/** The password of all accounts of the demo. */
export const demoPassword = 'Correct-horse-7-battery'
const READY = /^Sabi is ready at http:\/\/(\S+)$/

/** The path of an example of a bank of questions. */
export const bank = (name: string) => path.join(root, 'fixtures/banks', name)

export type Server = Awaited<ReturnType<typeof startServer>>
type Environment = Record<string, string>

/** Seeds a folder as a first start with `--demo` does, for servers to begin with copies of it. */
export async function seed() {
  const data = await mkdtemp(path.join(tmpdir(), 'sabi-e2e-seed-'))
  const { end } = await serve(data, '127.0.0.1:0')
  await end('SIGTERM')
  return { data, remove: () => rm(data, { recursive: true, force: true }) }
}

/** Starts a server with demo data in a new folder: a copy of `SABI_SEEDED` where there is one. */
export async function startServer() {
  const data = await mkdtemp(path.join(tmpdir(), 'sabi-e2e-'))
  if (process.env.SABI_SEEDED) await cp(process.env.SABI_SEEDED, data, { recursive: true })
  let running = await serve(data, '127.0.0.1:0')
  const { address } = running
  /** How far the clock of this server and of its commands is ahead. */
  let clock: Environment = {}

  async function call(at: string, { json, token, method }: Init<Method> & { token?: string } = {}) {
    const headers = {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const body = json === undefined ? undefined : JSON.stringify(json)
    const response = await fetch(`http://${address}/api/v1${at}`, { method, headers, body })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${at}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

  return {
    url: `http://${address}`,
    data,
    /** Kills the server as a power cut would; gives a way to start it again at the same address. */
    async kill() {
      await running.end('SIGKILL')
      return async () => {
        running = await serve(data, address)
      }
    },
    /** Restarts the server so many days later than now. */
    async daysLater(days: number) {
      await running.end('SIGTERM')
      clock = { SABI_CLOCK_AHEAD: String(days * 86_400) }
      running = await serve(data, address, clock)
    },
    /** Ends the server as a service manager does; its folder stays. */
    close: () => running.end('SIGTERM'),
    async stop() {
      await running.end('SIGTERM')
      await rm(data, { recursive: true, force: true })
    },
    /** Runs a command on the folder of the running server. */
    cli: (...args: string[]) => command([...args, '--data', data], clock),
    /** Signs an account in, of the demo if no password is given; gives the way to call the API as it. */
    async api(email: string, password = demoPassword): Promise<Call> {
      const { token } = await call('/login', {
        method: 'POST',
        json: { email, password, bearer: true },
      })
      return (at, init) => call(at, { ...init, token })
    },
  }
}

/** The output of a command, which must end within the time limit. */
async function command(args: string[], env: Environment = {}) {
  try {
    return await run(bin, args, { timeout: PATIENCE, env: { ...process.env, ...env } })
  } catch (error) {
    if (!(error as { killed?: boolean }).killed) throw error
    throw new Error(`sabi ${args.join(' ')} did not end within ${PATIENCE / 1000} s`)
  }
}

/** Resolves when the server says that it takes requests. */
async function serve(data: string, listen: string, env: Environment = {}) {
  const child = spawn(bin, ['serve', '--data', data, '--listen', listen, '--demo=small'], {
    env: { ...process.env, SABI_DEMO_PASSWORD: demoPassword, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // No process is left running, however the tests end.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let log = ''
  child.stderr.on('data', (part) => {
    log += part
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = READY.exec(line) ?? []
      if (found) resolve(found)
    })
    child.once('error', reject)
    exited.then((code) => reject(new Error(`the server ended with ${code}:\n${log}`)))
  })
  return {
    address,
    end: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return exited
    },
  }
}
