// Paystack's own window over the page. Its script comes from Paystack, when a payment begins
// and in documents that began on a page of plans alone: the policy of others refuses it. Where it
// does not come, the payer goes to Paystack's page instead.
import { paths } from '@/paths'

/** The pages whose documents carry the policy that lets the window in. */
const DOCUMENTS: string[] = [paths.subscription, paths.subscriptionPlans]
const SCRIPT = 'https://js.paystack.co/v2/inline.js'
const PAGE = 'https://checkout.paystack.com/'
/** How long the script may take, in milliseconds. */
const PATIENCE = 10_000

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

/** Whether the policy of this document lets the window in: where one goes to from there changes nothing. */
export function isWindowLetIn(): boolean {
  const [began] = performance.getEntriesByType('navigation')
  return began === undefined || DOCUMENTS.includes(new URL(began.name).pathname)
}

/** How the payer left the window; what became of the money the server finds out. */
export type Left = 'done' | 'broken'

/**
 * Shows the window of a payment, until its payer leaves it. Broken where there is none: then
 * its page is the way.
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
    const over = setTimeout(() => fail(), PATIENCE)
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
