// A plan is paid for in Paystack's own window by a student who came from the dashboard, in a
// document whose policy blocks Paystack. A substitute answers in Paystack's place.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test, type Visit } from './fixtures.ts'
import { next, title } from './look.ts'
import type { Server } from './server.ts'
import { pickCard, pickExam, signIn } from './steps.ts'

const SCRIPT = 'https://js.paystack.co/**'
const PAGE = 'https://checkout.paystack.com/code1'
const payer = 'dayo@sabi.test'
const payments = new Map<string, Payment>()

/** What Sabi asks Paystack for. */
type Payment = { reference: string; amount: number; currency: string; email: string }

const paystack = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  const reference = request.url?.split('/').at(-1) ?? ''
  const asked: Payment = text ? JSON.parse(text) : payments.get(reference)
  if (text) payments.set(asked.reference, asked)
  const { amount, currency, email } = asked
  const data = text
    ? { authorization_url: PAGE, access_code: 'code1', reference: asked.reference }
    : { status: 'success', reference, amount, currency, customer: { email } }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ status: true, message: 'Done', data }))
})

test.beforeAll(async () => {
  await new Promise<void>((listening) => paystack.listen(0, '127.0.0.1', listening))
  const { port } = paystack.address() as AddressInfo
  process.env.SABI_PAYSTACK_KEY = 'sk_test_of_a_stand_in'
  process.env.SABI_PAYSTACK_URL = `http://127.0.0.1:${port}`
})
test.afterAll(() => {
  delete process.env.SABI_PAYSTACK_KEY
  delete process.env.SABI_PAYSTACK_URL
  paystack.close()
})

/** A new student at the plans of an exam, come from the dashboard. */
async function atThePlans(server: Server, visit: Visit, email: string) {
  const password = 'Correct-horse-7-battery'
  const json = { first_name: 'Dayo', last_name: 'Ade', email, accountStatus: 'Active' }
  const secret = { password, confirm_password: password }
  const call = await server.api('admin@sabi.test')
  await call('/admin/customers/add', { method: 'POST', json: { ...json, ...secret } })
  const { page } = await visit()
  const documents: URL[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()))
  })
  await signIn(page, { as: email })
  await pickExam(page, 'JAMB UTME')
  await next(page)
  await title(page, 'Subscription plans').waitFor()
  documents.length = 0
  return { page, documents }
}

async function pay(page: Page) {
  await pickCard(page, /^Monthly/)
  await page.getByRole('button', { name: 'Pay ₦1,000' }).click()
}

test('the window of Paystack opens for who came from the dashboard', async ({ server, visit }) => {
  const { page, documents } = await atThePlans(server, visit, payer)
  await page.route(SCRIPT, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.PaystackPop = class {
        resumeTransaction(code, { onSuccess }) {
          document.title = 'Paying ' + code
          onSuccess()
        }
      }`,
    }),
  )
  const script = page.waitForResponse(SCRIPT)
  await pay(page)
  await script
  await page.getByText('Subscription plan subscribed successfully.').waitFor()
  await title(page, 'Category').waitFor()
  const [reference] = payments.keys()
  expect(documents.map(({ pathname, search }) => pathname + search)).toStrictEqual([
    `/subscription?reference=${reference}`,
  ])
})

test('where its script does not come, the page of Paystack is the way', async ({
  server,
  visit,
}) => {
  const { page, documents } = await atThePlans(server, visit, `other-${payer}`)
  await page.route(SCRIPT, (route) => route.abort())
  await page.route(PAGE, (route) => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))
  await pay(page)
  await page.waitForURL(PAGE)
  expect(documents.map(({ pathname }) => pathname)).toStrictEqual(['/subscription', '/code1'])
})
