// Runs the browser tests: `npm run e2e` runs all files, `npm run e2e -- forms journey` only these.
// README.md in this folder says more.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const all = readdirSync(folder).flatMap((name) => name.match(/^(.*)\.spec\.ts$/)?.[1] ?? [])
const named = process.argv.slice(2).map((name) => path.basename(name).replace(/\.spec\.ts$/, ''))
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`no browser test is called ${unknown.join(', ')}`)

// Only some of the files need not visit all screens.
if (named.length === 0) process.env.SABI_EVERY_ROUTE = 'yes'
const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'))
const files = named.map((name) => `/e2e/${name}\\.spec\\.ts$`)
const options = { cwd: path.join(folder, '..'), stdio: 'inherit' }
spawn(process.execPath, [cli, 'test', ...files], options).once('exit', (code) => {
  process.exitCode = code ?? 1
})
