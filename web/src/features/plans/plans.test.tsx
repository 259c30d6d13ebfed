// Choosing a plan and paying for it; and what became of the payment, in words and with a way on.
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { notify } from '@/shared/ui/notify'
import { examChoice, planOffer, subscription } from '@/testing/data'
import { api, bece, fresh, jamb, monthly, next, pick, press, trial } from '@/testing/enrolment'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { plansTexts } from './messages'
import { leaveTo } from './payment/leave'
import { type Begun, begunPayment, rememberPayment } from './usePlan'

vi.mock('./payment/leave', () => ({ leaveTo: vi.fn(), onReturn: () => () => {} }))
const none = { ...api, 'GET /me/exams': { data: [examChoice(jamb)] } }
const started = {
  reference: 'sabi-1',
  amount: 100_000,
  currency: 'NGN',
  gateway: 'sandbox',
  url: '/payments/sandbox/sabi-1',
}
const initialize = { 'POST /payments/initialize': { data: started } }
const subscribed = { userSubscription: subscription(jamb), message: 'Done' }
const begun: Begun = {
  reference: 'sabi-1',
  user: 'u1',
  examId: 'jamb',
  universityId: null,
  subscriptionId: 'monthly',
  gateway: 'sandbox',
  origin: 'subscription',
}

// How toasts look is their own test's business.
let success: MockInstance<typeof notify.success>

beforeEach(() => {
  success = vi.spyOn(notify, 'success').mockImplementation(() => {})
  useFlow.getState().choose({ examId: 'jamb' })
  vi.mocked(leaveTo).mockReset()
})
afterEach(() => vi.restoreAllMocks())

describe('plans', () => {
  it('tells what each costs and gives, and wants one', async () => {
    fakeApi(none)
    renderStudent('/subscription')
    expect(await screen.findByRole('radio', { name: /Monthly.*₦1,000.*30 days/ })).toBeEnabled()
    expect(screen.getByRole('radio', { name: /Trial.*Free.*Up to 10 questions/ })).toBeEnabled()
    expect(screen.getByRole('link', { name: 'Prev' })).toHaveAttribute('href', '/my-subscriptions')
    await next()
    expect(screen.getByText(plansTexts.choosePlan)).toBeVisible()
  })

  it('says how much there is to practise with, and that a free trial was used', async () => {
    const offers = [{ ...trial, standing: 'used' }, monthly]
    fakeApi({ ...none, 'GET /get-subscriptions/jamb': { data: offers } })
    renderStudent('/subscription')
    expect(await screen.findByRole('radio', { name: /^Monthly/ })).toBeEnabled()
    // Once, above the cards.
    expect(screen.getByText(plansTexts.all('4 subjects · 3 years · 480 questions'))).toBeVisible()
    expect(screen.getAllByText(/480 questions/)).toHaveLength(1)
    expect(screen.getByRole('radio', { name: /Trial.*Already used/ })).toBeDisabled()
  })

  it('says that no exam is subscribed to, and leads back where there are no plans', async () => {
    fakeApi({ ...none, 'GET /get-subscriptions/jamb': { data: [] } })
    renderStudent('/subscription')
    expect(await screen.findByText(plansTexts.noPlans)).toBeVisible()
    expect(screen.getByText(common.notSubscribed)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Prev' })).toHaveAttribute('href', '/my-subscriptions')
  })

  it('can be tried again where the browser does not leave for the page of the payment', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    fakeApi({ ...none, ...initialize })
    renderStudent('/subscription')
    await pick(/Monthly/)
    await press('Pay ₦1,000')
    expect(await screen.findByText(plansTexts.leaving)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(screen.queryByText(plansTexts.leaving)).toBeNull()
    vi.mocked(leaveTo).mockClear()
    await press('Pay ₦1,000')
    await waitFor(() => expect(leaveTo).toHaveBeenCalled())
    vi.useRealTimers()
  })

  it('goes to the page of the payment, which is remembered first', async () => {
    vi.mocked(leaveTo).mockImplementation(() => expect(begunPayment('sabi-1', 'u1')).toEqual(begun))
    const log = fakeApi({ ...none, ...initialize })
    renderStudent('/subscription')
    await pick(/Monthly/)
    await press('Pay ₦1,000')
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith(started.url))
    expect(log.find(({ path }) => path === '/payments/initialize')?.body).toEqual({
      examId: 'jamb',
      universityId: null,
      subscriptionId: 'monthly',
    })
    expect(await screen.findByText(plansTexts.leaving)).toBeVisible()
  })

  it('loads a document that lets the window of Paystack in, where this one does not', async () => {
    const url = 'https://checkout.paystack.com/abc123'
    fakeApi({
      ...none,
      'POST /payments/initialize': { data: { ...started, gateway: 'paystack', url } },
    })
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { name: 'https://sabi.test/dashboard' } as PerformanceEntry,
    ])
    renderStudent('/subscription')
    await pick(/Monthly/)
    await press('Pay ₦1,000')
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('/subscription?reference=sabi-1'))
    expect(leaveTo).toHaveBeenCalledTimes(1)
    expect(begunPayment('sabi-1', 'u1')).toEqual({ ...begun, gateway: 'paystack', window: url })
  })

  it('asks before it goes on where the price has changed', async () => {
    const dearer = { 'POST /payments/initialize': { data: { ...started, amount: 120_000 } } }
    fakeApi({ ...none, ...dearer })
    renderStudent('/subscription')
    await pick(/Monthly/)
    await press('Pay ₦1,000')
    expect(await screen.findByText(plansTexts.priceChanged('₦1,200'))).toBeVisible()
    expect(leaveTo).not.toHaveBeenCalled()
    await press(plansTexts.payNow('₦1,200'))
    await waitFor(() => expect(leaveTo).toHaveBeenCalledWith(started.url))
  })

  it.each([
    [jamb, '/categories'],
    [bece, '/course-subjects'],
  ])('gives what costs nothing at once', async (exam, path) => {
    useFlow.getState().choose({ examId: exam._id })
    const log = fakeApi({
      ...api,
      'GET /me/exams': { data: [examChoice(exam)] },
      [`GET /get-subscriptions/${exam._id}`]: { data: [trial] },
      'POST /subscribe-plan': { userSubscription: subscription(exam), message: 'Done' },
    })
    const router = renderStudent('/subscription')
    await pick(/Trial/)
    await press(plansTexts.startFree)
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
    expect(success).toHaveBeenCalledWith(plansTexts.subscribedToast)
    expect(log.some(({ path }) => path === '/payments/initialize')).toBe(false)
    expect(useFlow.getState().userSubscription).toBe(`sub-${exam._id}`)
  })

  it('blocks one below the present plan, and offers those above it', async () => {
    const held = {
      ...api,
      'GET /get-subscriptions/jamb': {
        data: [
          { ...monthly, standing: 'blocked' },
          planOffer({ standing: 'current' }),
          planOffer({ _id: 'p9', title: 'Platinum', price: 9000, standing: 'upgrade' }),
        ],
      },
    }
    const log = fakeApi({ ...held, 'GET /me/exams': { data: [fresh] } })
    renderStudent('/subscription-plans')
    await pick(/Monthly/)
    await press('Pay ₦1,000')
    expect(screen.getByText(plansTexts.higherPlan)).toBeVisible()
    expect(log.some(({ method }) => method === 'POST')).toBe(false)
    await pick(/Gold.*Your plan/)
    expect(screen.getByText(plansTexts.renews('05 Mar 2026'))).toBeVisible()
    expect(screen.getByRole('radio', { name: /Platinum.*Upgrade/ })).toBeEnabled()
  })

  it('says what ends where a plan takes the place of the present one', async () => {
    const day = 24 * 60 * 60_000
    const held = subscription(jamb, {
      planName: 'Gold',
      price: 5000,
      expireAt: new Date(Date.now() + 11.5 * day).toISOString(),
    })
    const other = planOffer({ _id: 'p8', title: 'Other', price: 5000, standing: 'upgrade' })
    const dearer = planOffer({ _id: 'p9', title: 'Platinum', price: 9000, standing: 'upgrade' })
    fakeApi({
      ...api,
      'GET /me/exams': { data: [examChoice(jamb, { subscriptions: [held] })] },
      'GET /get-subscriptions/jamb': { data: [other, dearer] },
    })
    renderStudent('/subscription-plans')
    expect(await screen.findByRole('radio', { name: /Platinum.*Upgrade/ })).toBeEnabled()
    // At the same price: it is not an upgrade, but it ends the present plan all the same.
    expect(screen.queryByRole('radio', { name: /Other.*Upgrade/ })).toBeNull()
    expect(screen.queryByText(plansTexts.replaces('Gold', '12 days'))).toBeNull()
    await pick(/Other/)
    expect(screen.getByText(plansTexts.replaces('Gold', '12 days'))).toBeVisible()
  })

  it('says in a dialog that a plan is gone, and lists what there is', async () => {
    const why = 'Subscription id monthly missing.'
    const log = fakeApi({
      ...none,
      'POST /payments/initialize': failure(422, 'invalid', 'Invalid', { subscriptionId: why }),
    })
    renderStudent('/subscription')
    await pick(/Monthly/)
    await press('Pay ₦1,000')
    expect(await screen.findByRole('dialog')).toHaveTextContent(why)
    const asked = () => log.filter(({ path }) => path === '/get-subscriptions/jamb').length
    const before = asked()
    await press(plansTexts.close)
    await waitFor(() => expect(asked()).toBe(before + 1))
  })

  it('says why no payment was begun', async () => {
    const full = failure(429, 'too-many', 'Too many tries.')
    fakeApi({ ...none, 'POST /payments/initialize': full })
    renderStudent('/subscription')
    await pick(/Monthly/)
    await press('Pay ₦1,000')
    expect(await screen.findByText('Too many tries.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Pay ₦1,000' })).toBeEnabled()
  })
})

describe('the return from the page of a payment', () => {
  const back = '/subscription?trxref=sabi-1&reference=sabi-1'
  const refused = (reason: string, plansTexts: string) => failure(402, reason, plansTexts)
  beforeEach(() => rememberPayment(begun))

  it.each([
    ['subscription', '/categories'],
    ['plans', '/my-subscriptions'],
  ] as const)('goes on once it is paid, from %s', async (origin, path) => {
    rememberPayment({ ...begun, origin })
    useFlow.getState().choose({ questionCount: 10 })
    const log = fakeApi({ ...none, 'POST /subscribe-plan': subscribed })
    const router = renderStudent(back)
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
    expect(success).toHaveBeenCalledWith(plansTexts.subscribedToast)
    // From the plan before it.
    expect(useFlow.getState().questionCount).toBeUndefined()
    const asked = log.filter(({ path }) => path === '/subscribe-plan')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.body).toEqual({
      examId: 'jamb',
      universityId: null,
      subscriptionId: 'monthly',
      paymentData: { refrenceId: 'sabi-1', trxref: 'sabi-1' },
    })
  })

  it.each([
    ['payment-failed', "Payment couldn't be completed (Declined)", plansTexts.declinedTitle, true],
    ['payment-cancelled', 'You have cancelled the payment', plansTexts.closedTitle, true],
    ['payment-mismatched', 'Too little', plansTexts.mismatchedTitle, false],
    ['payment-disputed', 'It is disputed', plansTexts.disputedTitle, false],
    ['payment-refunded', 'It was paid back', plansTexts.refundedTitle, true],
    ['payment-missing', 'It is not known', plansTexts.unknownTitle, false],
  ])('%s is reported', async (reason, said, title, anew) => {
    fakeApi({ ...none, 'POST /subscribe-plan': refused(reason, said) })
    renderStudent(back)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText(said)).toBeVisible()
    expect(screen.getByText(/sabi-1/)).toBeVisible()
    expect(screen.getByText(plansTexts.sandboxNote)).toBeVisible()
    const plans = screen.queryByRole('link', { name: plansTexts.backToPlans })
    expect(plans !== null).toBe(anew)
  })

  it('leads back to the plans of My Subscriptions where the payment was begun there', async () => {
    rememberPayment({ ...begun, origin: 'plans' })
    fakeApi({ ...none, 'POST /subscribe-plan': refused('payment-failed', 'Declined') })
    renderStudent(back)
    const plans = await screen.findByRole('link', { name: plansTexts.backToPlans })
    expect(plans).toHaveAttribute('href', '/subscription-plans')
  })

  it('waits for a bank that takes its time, and asks again', async () => {
    fakeApi({ ...none, 'POST /subscribe-plan': refused('payment-pending', 'Not yet') })
    const router = renderStudent(back)
    expect(await screen.findByRole('heading', { name: plansTexts.pendingTitle })).toBeVisible()
    fakeApi({ ...none, 'POST /subscribe-plan': subscribed })
    await press(plansTexts.askAgain)
    await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
  })

  it('stays as it is while it is asked again by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    let asked = 0
    fakeApi({
      ...none,
      'POST /subscribe-plan': () => {
        asked += 1
        return asked === 1 ? refused('payment-pending', 'Not yet') : new Promise(() => undefined)
      },
    })
    renderStudent(back)
    const again = await screen.findByRole('button', { name: plansTexts.askAgain })
    again.focus()
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    await waitFor(() => expect(asked).toBe(2))
    expect(again).toHaveFocus()
    expect(screen.getByRole('heading', { name: plansTexts.pendingTitle })).toBeVisible()
    vi.useRealTimers()
  })

  it('can be asked again where no answer came', async () => {
    fakeApi({ ...none, 'POST /subscribe-plan': offline() })
    const router = renderStudent(back)
    expect(await screen.findByText(plansTexts.askFailed)).toBeVisible()
    fakeApi({ ...none, 'POST /subscribe-plan': subscribed })
    await press(plansTexts.askAgain)
    await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
  })

  describe('with the window of Paystack still to be shown', () => {
    const window = 'https://checkout.paystack.com/abc123'
    const script = () =>
      waitFor(() => {
        const found = document.querySelector<HTMLScriptElement>('script[src*="js.paystack.co"]')
        if (!found) throw new Error('no script yet')
        return found
      })
    beforeEach(() => rememberPayment({ ...begun, gateway: 'paystack', window }))
    afterEach(() => {
      document.querySelector('script[src*="js.paystack.co"]')?.remove()
      delete globalThis.window.PaystackPop
    })

    it('shows it, and asks what became of it once it is left', async () => {
      const log = fakeApi({ ...none, 'POST /subscribe-plan': subscribed })
      const router = renderStudent(back)
      const { onload } = (await script()) as { onload: (event: Event) => void }
      expect(log.some(({ method }) => method === 'POST')).toBe(false)
      globalThis.window.PaystackPop = class {
        resumeTransaction(code: string, { onSuccess }: { onSuccess: () => void }) {
          expect(code).toBe('abc123')
          onSuccess()
        }
      }
      onload(new Event('load'))
      await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
      expect(leaveTo).not.toHaveBeenCalled()
      expect(begunPayment('sabi-1', 'u1')?.window).toBeUndefined()
    })

    it('goes to the page where it does not come, and asks on the return from there', async () => {
      const log = fakeApi(none)
      renderStudent(back)
      const found = await script()
      found.dispatchEvent(new Event('error'))
      await waitFor(() => expect(leaveTo).toHaveBeenCalledWith(window))
      expect(log.some(({ method }) => method === 'POST')).toBe(false)
      expect(begunPayment('sabi-1', 'u1')).toEqual({ ...begun, gateway: 'paystack' })
    })
  })

  describe('of a payment that was begun in another browser', () => {
    const check = 'POST /payments/sabi-2/check'
    const found = (state: string, message: string, userSubscription: unknown = null) => ({
      data: { reference: 'sabi-2', state, message, userSubscription },
    })

    it('goes on by its reference alone once it is paid', async () => {
      const paid = found('paid', 'Monthly is yours.', subscribed.userSubscription)
      fakeApi({ ...none, [check]: paid })
      const router = renderStudent('/subscription?reference=sabi-2')
      await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
      expect(success).toHaveBeenCalledWith(plansTexts.subscribedToast)
    })

    it.each([
      ['failed', plansTexts.declinedTitle],
      ['abandoned', plansTexts.closedTitle],
      ['pending', plansTexts.pendingTitle],
      ['reversed', plansTexts.refundedTitle],
    ])('tells that it is %s', async (state, title) => {
      fakeApi({ ...none, [check]: found(state, 'The gateway’s words') })
      renderStudent('/subscription?reference=sabi-2')
      expect(await screen.findByRole('heading', { name: title })).toBeVisible()
      expect(screen.getByText('The gateway’s words')).toBeVisible()
    })

    it('does not know somebody else’s', async () => {
      fakeApi({ ...none, [check]: failure(404, 'not-found', 'Payment not found.') })
      renderStudent('/subscription?reference=sabi-2')
      expect(await screen.findByRole('heading', { name: plansTexts.unknownTitle })).toBeVisible()
    })
  })

  it('is nobody else’s', () => expect(begunPayment('sabi-1', 'u2')).toBeUndefined())
})

describe('a payment that is not completed', () => {
  const open = {
    _id: 'sabi-1',
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    university: null,
    planName: 'Monthly',
    amount: 100_000,
    currency: 'NGN',
    gateway: 'paystack',
    state: 'pending',
    url: 'https://checkout.paystack.com/abc',
    createdAt: '2026-03-05T14:30:00.000Z',
  }
  const opened = { ...none, 'GET /payments/open': { data: [open] } }
  const found = (state: string, message: string, userSubscription: unknown = null) => ({
    'POST /payments/sabi-1/check': {
      data: { reference: 'sabi-1', state, message, userSubscription },
    },
  })

  it.each(['/subscription', '/my-subscriptions'])('is asked about at once on %s', async (at) => {
    const log = fakeApi({
      ...opened,
      ...found('failed', "Payment couldn't be completed (Declined)"),
    })
    renderStudent(at)
    expect(await screen.findByText(plansTexts.openPayment('Monthly', 'JAMB UTME'))).toBeVisible()
    await press(plansTexts.havePaid)
    expect(await screen.findByText(/We have just checked\..*\(Declined\)/)).toBeVisible()
    expect(log.filter(({ path }) => path === '/payments/sabi-1/check')).toHaveLength(1)
    await press(plansTexts.toPage)
    expect(leaveTo).toHaveBeenCalledWith(open.url)
  })

  it('gives the plan once it is paid', async () => {
    const paid = found(
      'paid',
      'Your payment has arrived. Your Monthly plan is active.',
      subscription(jamb),
    )
    const answers = { ...opened, ...paid }
    const log = fakeApi(answers)
    renderStudent('/my-subscriptions')
    await screen.findByText(plansTexts.openPayment('Monthly', 'JAMB UTME'))
    Object.assign(answers, { 'GET /payments/open': { data: [] } })
    await press(plansTexts.havePaid)
    await waitFor(() => expect(success).toHaveBeenCalledWith(expect.stringMatching(/has arrived/)))
    await waitFor(() =>
      expect(log.filter(({ path }) => path === '/payments/open').length).toBeGreaterThan(1),
    )
  })

  it('says so where the gateway gives no answer', async () => {
    fakeApi({
      ...opened,
      'POST /payments/sabi-1/check': failure(503, 'unavailable', 'The gateway is silent'),
    })
    renderStudent('/my-subscriptions')
    await screen.findByText(plansTexts.openPayment('Monthly', 'JAMB UTME'))
    await press(plansTexts.havePaid)
    expect(await screen.findByText('The gateway is silent')).toBeVisible()
  })
})
