// The old browsers that the tests run: where each comes from, and how it starts. Chromium comes from npm
// (package.json here) and PyPI (requirements.txt), Firefox and WebKit from the system.
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { overBiDi, overDevTools, overWebDriver } from './drivers.mjs'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const cache = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'),
  'sabi/browsers',
)

/** By name: starts the browser with a window of this size, and gives the way to drive it. */
export const browsers = {
  'chromium-88': (size) => chromium('chromium-88', size),
  'chromium-92': (size) => chromium('chromium-92', size),
  'chromium-94': qt,
  'chromium-103': (size) => chromium('chromium-103', size),
  'chromium-109': (size) => chromium('chromium-109', size),
  firefox,
  webkit,
}

async function chromium(name, size) {
  const own = await profile()
  const started = start(await unpacked(name), [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run'],
    ...['--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update'],
    '--enable-features=NetworkServiceInProcess2,NetworkServiceInProcess',
    ...[`--user-data-dir=${own}`, '--remote-debugging-port=0', 'about:blank'],
  ])
  const port = await started.said(/DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/)
  return ending(await overDevTools(`http://127.0.0.1:${port}`, size), started, own)
}

/** Unpacks Chromium from its package, once for each version of it. */
async function unpacked(name) {
  const folder = path.join(here, 'node_modules', name)
  if (!existsSync(folder)) throw new Error(`${name} is not there: run npm ci in ${here}`)
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const file = path.join(cache, `${name}-${version}`)
  if (existsSync(file)) return file
  await mkdir(cache, { recursive: true })
  // Whole or not at all, however many unpack it at once.
  const part = `${file}.${process.pid}`
  await writeFile(part, brotliDecompressSync(readFileSync(path.join(folder, 'bin/chromium.br'))))
  await chmod(part, 0o755)
  await rename(part, file)
  return file
}

async function qt(size) {
  const python = path.join(cache, 'qt/bin/python')
  if (!existsSync(python)) throw new Error(`there is no ${python}: make test-old-browsers makes it`)
  const own = await profile()
  const port = await freePort()
  const started = start(python, [path.join(here, 'webView.py')], {
    QT_QPA_PLATFORM: 'offscreen',
    QTWEBENGINE_DISABLE_SANDBOX: '1',
    QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${port}`,
    QTWEBENGINE_CHROMIUM_FLAGS: '--disable-gpu',
    HOME: own,
    XDG_RUNTIME_DIR: own,
  })
  return ending(await overDevTools(`http://127.0.0.1:${port}`, size), started, own)
}

async function firefox(size) {
  const own = await profile()
  const program = await onPath('firefox-esr', 'firefox')
  const started = start(
    program,
    ['--headless', '--no-remote', '--profile', own, '--remote-debugging-port', '0'],
    { HOME: own },
  )
  const address = await started.said(/WebDriver BiDi listening on (ws:\/\/[\w.:]+)/)
  return ending(await overBiDi(address, size), started, own)
}

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

async function webkit(size) {
  const own = await profile()
  const port = await freePort()
  const driver = await onPath('WebKitWebDriver')
  const started = start(
    await onPath('xvfb-run'),
    ['-a', '-s', `-screen 0 ${size.width}x${size.height}x24`, driver, `--port=${port}`],
    {
      HOME: own,
      XDG_RUNTIME_DIR: own,
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  )
  const capabilities = {
    'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation', '--full-screen'] },
  }
  const page = await overWebDriver(`http://127.0.0.1:${port}`, size, capabilities)
  return ending(page, started, own)
}

/** Starts a program in a group of its own, so that it ends with all that it has started. */
function start(program, args, env = {}) {
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let log = ''
  const listeners = new Set()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      log += part
      for (const listener of listeners) listener()
    })
  }
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  process.once('exit', end)
  const exited = new Promise((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', reject)
  })
  return {
    /** The part of what it says that fits. */
    said: (form) =>
      new Promise((resolve, reject) => {
        const look = () => form.exec(log) && resolve(form.exec(log)[1])
        listeners.add(look)
        look()
        exited.then((code) => reject(new Error(`${program} ended with ${code}:\n${log}`)), reject)
      }),
    end: () => {
      end()
      return exited.catch(() => undefined)
    },
  }
}

function ending(page, started, folder) {
  const close = async () => {
    await page.close()
    await started.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return { ...page, close }
}

const profile = () => mkdtemp(path.join(tmpdir(), 'sabi-browser-'))

async function onPath(...names) {
  for (const name of names) {
    const found = await run('which', [name]).catch(() => null)
    if (found) return found.stdout.trim()
  }
  throw new Error(
    `no ${names.join(' or ')} on the PATH: scripts/old-browsers installs it on Debian`,
  )
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
