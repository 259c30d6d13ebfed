// How a screen is looked at: on a computer and on a phone, light and dark, nothing serious or
// critical for axe, and no scrolling sideways on a phone.
import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import { desktop, phone } from './harness.mjs'

/** Looks at the screen as it stands, in all four ways; `when` names what must be on it. */
export async function look(t, name, page, when) {
  await t.test(name, async () => {
    const found = []
    for (const [device, viewport] of Object.entries({ desktop, phone })) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        // The colours change after the device has, and fade then.
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
        await when.first().waitFor()
        await settled(page)
        const { violations } = await rulesFor(page, colorScheme).analyze()
        for (const { id, impact, nodes } of violations) {
          if (impact !== 'serious' && impact !== 'critical') continue
          const where = nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)
          found.push(`${device}, ${colorScheme}: ${id} (${impact})\n${where.join('\n')}`)
        }
      }
      const { content, window } = await page.evaluate(() => ({
        content: document.scrollingElement.scrollWidth,
        window: document.scrollingElement.clientWidth,
      }))
      if (content > window) found.push(`${device}: ${content} px wide in ${window} px`)
    }
    await page.setViewportSize(desktop)
    assert.deepEqual(found, [])
  })
}

/** All of them, once a device: another scheme changes nothing but colours. */
export function rulesFor(page, colorScheme) {
  const axe = new AxeBuilder({ page })
  return colorScheme === 'light' ? axe : axe.withRules(['color-contrast'])
}

/** Nothing moves any more and nothing is being loaded. */
const settled = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true]') === null &&
      document.getAnimations().every(({ playState, effect }) => {
        const endless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY
        return playState !== 'running' || endless
      }),
  )

export const title = (page, name) => page.getByRole('heading', { name, level: 1 })
export const next = (page) => page.getByRole('button', { name: 'Next', exact: true }).click()
