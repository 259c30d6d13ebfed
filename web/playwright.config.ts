// The browser tests: e2e/README.md.
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { desktop, launchOptions, phone } from './e2e/browser'
import { PATIENCE } from './e2e/patience'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/globalSetup.ts',
  reporter: [['list']],
  // One more than there are cores, because each waits for its browser now and then.
  workers: Math.min(3, availableParallelism() + 1),
  // A failure is repeated once, and only then traced: traces of all tests make a run a quarter as long again. A test
  // that passes the second time fails the run all the same.
  retries: 1,
  failOnFlakyTests: true,
  // Steps have limits of their own. A slow machine is no failure.
  timeout: 15 * PATIENCE,
  expect: { timeout: PATIENCE, toPass: { timeout: PATIENCE, intervals: [50] } },
  use: {
    launchOptions: launchOptions(),
    // Without a film of the page, which makes a run half as long again.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: desktop }, grepInvert: /@phone/ },
    { name: 'phone', use: { viewport: phone }, grep: /@phone|@devices/ },
  ],
})
