// look.ts for the tests that Node runs.
import assert from 'node:assert/strict'
import { desktop } from './browser.ts'
import { faults } from './look.ts'

export * from './look.ts'

/** Checks the present screen as a test of its own; `when` names what must be on it. */
export async function look(t, name, page, when) {
  await t.test(name, async () => {
    assert.deepEqual(await faults(page, when), [])
    await page.setViewportSize(desktop)
  })
}
