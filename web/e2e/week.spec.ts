// The student's week for others, and what Sabi sends: the link for a parent, the weekly mail, and the daily reminder.
// A substitute stands in for the push service of the browser, which has no network.
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findIn } from './api.ts'
import { submittedTest } from './attempts.ts'
import { phone } from './browser.ts'
import { type BrowserContext, test as base, expect, onPhone, type Page } from './fixtures.ts'
import { eventually } from './patience.ts'
import { button, linkTo, toast } from './people.ts'

const email = 'student@sabi.test'
const DAY = 86_400_000
const messages: Buffer[] = []
const pushService = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  messages.push(Buffer.concat(parts))
  response.writeHead(201).end()
})

const test = base.extend<{ profile: Page }>({
  /** The profile of a logged-in student. */
  profile: async ({ student }, use) => {
    await student.goto('/profile')
    await use(student)
  },
})

test.beforeAll(async () => {
  await new Promise<void>((listening) => pushService.listen(0, '127.0.0.1', listening))
  const { port } = pushService.address() as AddressInfo
  process.env.SABI_PUSH_SERVICES = `http://127.0.0.1:${port}`
})
test.beforeAll(async ({ server }) => {
  await submittedTest(server, { exam: 'jamb-utme', mode: 'practice', questions: 30 })
})
test.afterAll(() => {
  delete process.env.SABI_PUSH_SERVICES
  pushService.close()
})

test(
  'a parent reads the week by a link, until it is revoked',
  onPhone,
  async ({ profile: page, visit }) => {
    await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Mum')
    await button(page, 'Create link').click()
    await page.getByRole('heading', { name: 'Link for Mum' }).waitFor()
    const url = await page.getByText(/\/progress\/[0-9a-f]{64}$/).innerText()

    // Without an account, and without scripts.
    const parent = await visit({ javaScriptEnabled: false })
    const answer = await parent.page.goto(url)
    expect((await answer?.body())?.length).toBeLessThanOrEqual(10 * 1024)
    await parent.page.getByText('Plan for the week').first().waitFor()
    await parent.page.getByText(/ of practice in the last 7 days, in 1 test\.$/).waitFor()
    await parent.page.getByText('Weakest topic').waitFor()
    expect(await parent.page.getByText('If the exam were today').count()).toBe(0)
    const width = await parent.page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
    expect(width, `${width} px`).toBeLessThanOrEqual(phone.width)

    await button(page, 'Revoke the link for Mum').click()
    await toast(page, 'The link for Mum does not work any more.')
    expect((await parent.page.goto(url))?.status()).toBe(404)
    await parent.page.getByText(/^This link does not work\. It was revoked/).waitFor()
  },
)

test(
  'a daily reminder is turned on, comes at its hour, and is turned off',
  onPhone,
  async ({ profile: page, server }) => {
    const keys = createECDH('prime256v1')
    const [p256dh, auth] = [keys.generateKeys(), randomBytes(16)]
    await subscribes(page.context(), { p256dh, auth })
    await page.reload()
    const hour = await page.evaluate(() => new Date().getHours())
    // The hour that has begun: due tomorrow, a few minutes ago.
    const time = `${String(hour).padStart(2, '0')}:00`
    await page.getByLabel('Time', { exact: true }).selectOption(time)
    const box = page.getByRole('checkbox', { name: 'Remind me on this device' })
    // The box shows what the server is asked for, which is a moment after the press.
    await box.click()
    await toast(page, `You will be reminded at ${time}.`)
    await page.reload()
    await expect(box).toBeChecked()

    await server.daysLater(1)
    await eventually(() => expect(messages.length).toBe(1))
    const message = decrypt(messages[0], keys, auth)
    const { title, body } = JSON.parse(message)
    expect(body).toMatch(/\d+ questions? to repeat, .*about \d+ minutes?$/)
    // What it announces is what Today holds.
    await page.goto('/dashboard')
    const announced = body.split('\n')[0].replace(/^.*: /, '')
    await page.getByText(announced).first().waitFor()

    // On a busy machine the message may not reach the worker, so it is delivered again. A notification
    // replaces the one before.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await eventually(async () => {
      await delivers(page, message)
      expect(await shown(page)).toStrictEqual([[title, body]])
    })

    await page.goto('/profile')
    await box.click()
    await toast(page, 'You will get no more reminders on this device.')
    await server.daysLater(2)
    const call = await server.api(email)
    expect((await call('/me/push')).data.devices).toStrictEqual([])
    expect(messages.length).toBe(1)
  },
)

test(
  'the weekly mail is turned on in the profile, and off by the link in it',
  onPhone,
  async ({ profile: page, server, visit }) => {
    const box = page.getByRole('checkbox', { name: 'Send me the weekly email' })
    await box.click()
    await toast(page, 'You will get the weekly email.')
    await expect(box).toBeChecked()
    // Some hours after five in the afternoon of the next Sunday in West Africa, whenever this runs.
    const sunday = findIn(
      [3, 4, 5, 6, 7, 8, 9],
      (days) => Math.floor((Date.now() + days * DAY - 16 * 3_600_000) / DAY) % 7 === 3,
    )
    await server.daysLater(sunday)
    const link = await linkTo(server, 'unsubscribe/[^/]+', email)
    await page.reload()
    await expect(box).toBeChecked()

    const mail = await visit()
    await mail.page.goto(link)
    await mail.page.getByRole('button').click()
    await mail.page.getByText(/no more weekly emails/i).waitFor()
    await page.reload()
    await expect(box).not.toBeChecked()
  },
)

/** Lets a browser without network subscribe at the substitute. */
async function subscribes(
  context: BrowserContext,
  { p256dh, auth }: Record<'p256dh' | 'auth', Buffer>,
) {
  await context.grantPermissions(['notifications'])
  const endpoint = `${process.env.SABI_PUSH_SERVICES}/device`
  const [point, secret] = [p256dh, auth].map((bytes) => bytes.toString('base64url'))
  await context.addInitScript(
    ({ endpoint, keys }) => {
      const subscription: Partial<PushSubscription> = {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          localStorage.removeItem('subscribed')
          return true
        },
      }
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem('subscribed', 'yes')
        return subscription as PushSubscription
      }
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem('subscribed') ? (subscription as PushSubscription) : null
    },
    { endpoint, keys: { p256dh: point, auth: secret } },
  )
}

/** Title and text of the notifications that are shown, once there is one; after two seconds without, none. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    for (let tries = 0; tries < 20; tries += 1) {
      const all = await registration.getNotifications()
      if (all.length > 0) return all.map((one) => [one.title, one.body])
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return []
  })

/** Hands a message to the page's service worker, as the browser does with one from its push service. */
async function delivers(page: Page, data: string) {
  const session = await page.context().newCDPSession(page)
  const found = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === '/')
      if (own) resolve(own)
    })
  })
  await session.send('ServiceWorker.enable')
  const { registrationId, scopeURL } = await found
  const { origin } = new URL(scopeURL)
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await session.detach()
}

/** The text of a message, as the browser decrypts it (RFC 8291). */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer) {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const derive = (salt: Buffer, secret: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(auth, keys.computeSecret(sender), info, 32)
  const key = derive(salt, secret, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(salt, secret, 'Content-Encoding: nonce\0', 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  expect(text.at(-1)).toBe(2)
  return text.subarray(0, -1).toString()
}
