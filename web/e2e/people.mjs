// people.ts for the tests that Node runs.
import { phone, visit } from './browser.ts'
import { silentLine } from './line.ts'
import { signIn } from './steps.ts'

export * from './people.ts'

/** A signed-in student on a phone, over a line that can be cut, until the test `t` ends. */
export async function studentOnLine(t, { browser, server }) {
  const line = await silentLine(server)
  t.after(() => line.close())
  const { page, context } = await visit({ browser, server: line }, { viewport: phone })
  t.after(() => context.close())
  await signIn(page)
  return { page, context, line }
}
