// A plan is paid for in Paystack's own window by a student who came from the dashboard, in a
// document whose policy blocks Paystack. A substitute answers in Paystack's place.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { pickCard, pickExam, signIn, together, visit } from './harness.mjs'
import { next, title } from './look.mjs'

const SCRIPT = 'https://js.paystack.co/**'
const PAGE = 'https://checkout.paystack.com/code1'
const payer = 'dayo@sabi.test'
const payments = new Map()

const paystack = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  const reference = request.url.split('/').at(-1)
  const asked = text ? JSON.parse(text) : payments.get(reference)
  if (text) payments.set(asked.reference, asked)
  const { amount, currency, email } = asked
  const data = text
    ? { authorization_url: PAGE, access_code: 'code1', reference: asked.reference }
    : { status: 'success', reference, amount, currency, customer: { email } }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ status: true, message: 'Done', data }))
})

before(async () => {
  await new Promise((listening) => paystack.listen(0, '127.0.0.1', listening))
  process.env.SABI_PAYSTACK_KEY = 'sk_test_of_a_stand_in'
  process.env.SABI_PAYSTACK_URL = `http://127.0.0.1:${paystack.address().port}`
})
const house = together()
after(() => paystack.close())

/** A new student at the plans of an exam, come from the dashboard. */
async function atThePlans(t, email) {
  const password = 'Correct-horse-7-battery'
  const json = { first_name: 'Dayo', last_name: 'Ade', email, accountStatus: 'Active' }
  const secret = { password, confirm_password: password }
  const call = await house.server.api('admin@sabi.test')
  await call('/admin/customers/add', { method: 'POST', json: { ...json, ...secret } })
  const { page, context } = await visit(house)
  t.after(() => context.close())
  const documents = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()))
  })
  await signIn(page, email)
  await pickExam(page, 'JAMB UTME')
  await next(page)
  await title(page, 'Subscription plans').waitFor()
  documents.length = 0
  return { page, documents }
}

async function pay(page) {
  await pickCard(page, /^Monthly/)
  await page.getByRole('button', { name: 'Pay ₦1,000' }).click()
}

test('the window of Paystack opens for who came from the dashboard', async (t) => {
  const { page, documents } = await atThePlans(t, payer)
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
  assert.deepEqual(
    documents.map(({ pathname, search }) => pathname + search),
    [`/subscription?reference=${reference}`],
  )
})

test('where its script does not come, the page of Paystack is the way', async (t) => {
  const { page, documents } = await atThePlans(t, `other-${payer}`)
  await page.route(SCRIPT, (route) => route.abort())
  await page.route(PAGE, (route) => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))
  await pay(page)
  await page.waitForURL(PAGE)
  assert.deepEqual(
    documents.map(({ pathname }) => pathname),
    ['/subscription', '/code1'],
  )
})
