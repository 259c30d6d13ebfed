// backOffice.ts for the tests that Node runs.
import { open } from './backOffice.ts'
import { visit } from './browser.ts'
import { signIn } from './steps.ts'

export * from './backOffice.ts'

/** Signed in as an administrator, at the dashboard. */
export async function signedIn(house, viewport) {
  const { page, context } = await visit(house, { viewport })
  await signIn(page, 'admin@sabi.test', '/admin/login')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  return { page, context }
}

/** Signed in, at the list of this name. */
export async function atList(house, viewport, name) {
  const { page, context } = await signedIn(house, viewport)
  await open(page, name)
  await page.getByRole('table', { name }).waitFor()
  return { page, context }
}
