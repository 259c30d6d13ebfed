// Paystack's window over the page. Its script is loaded from Paystack when a payment starts, and
// only in documents that were opened on a page of plans, because the policy of others forbids it.
// If it cannot be loaded, the payer goes to Paystack's page instead.
import { paths } from '@/shared/paths'
import { PAYMENT_SCRIPT } from '@/shared/timeouts'

/** The pages whose documents have a policy that allows the window. */
const DOCUMENTS: string[] = [paths.subscription, paths.subscriptionPlans]
const SCRIPT = 'https://js.paystack.co/v2/inline.js'
const PAGE = 'https://checkout.paystack.com/'

interface Popup {
  resumeTransaction: (
    accessCode: string,
    callbacks: { onSuccess: () => void; onCancel: () => void; onError: () => void },
  ) => unknown
}

declare global {
  interface Window {
    PaystackPop?: new () => Popup
  }
}

/** Whether this document's policy allows the window; client-side navigation does not change it. */
export function isWindowLetIn(): boolean {
  const [began] = performance.getEntriesByType('navigation')
  return began === undefined || DOCUMENTS.includes(new URL(began.name).pathname)
}

/** How the payer left the window; the server finds out about the money. */
export type Left = 'done' | 'broken'

/**
 * Shows the window of a payment until its payer leaves it. `broken` if it cannot be shown: then use
 * the payment page.
 */
export async function payInWindow(url: string): Promise<Left> {
  const accessCode = url.startsWith(PAGE) ? url.slice(PAGE.length) : ''
  if (!/^\w+$/.test(accessCode)) return 'broken'
  try {
    await loadScript()
    const { PaystackPop } = window
    if (!PaystackPop) return 'broken'
    return await new Promise<Left>((left) => {
      const done = () => left('done')
      const popup = new PaystackPop()
      popup.resumeTransaction(accessCode, {
        onSuccess: done,
        onCancel: done,
        onError: () => left('broken'),
      })
    })
  } catch {
    return 'broken'
  }
}

function loadScript(): Promise<void> {
  if (window.PaystackPop) return Promise.resolve()
  return new Promise((loaded, failed) => {
    const script = document.createElement('script')
    const over = setTimeout(() => fail(), PAYMENT_SCRIPT)
    const fail = () => {
      clearTimeout(over)
      script.remove()
      failed(new Error('Paystack'))
    }
    script.src = SCRIPT
    script.onload = () => {
      clearTimeout(over)
      loaded()
    }
    script.onerror = fail
    document.head.append(script)
  })
}
