// Paystack's own window over the page. Its script comes from Paystack, when a payment begins
// and on the pages of plans alone: other pages' policy refuses it. Where it does not come, the
// payer goes to Paystack's page instead.

const SCRIPT = 'https://js.paystack.co/v2/inline.js'
const PAGE = 'https://checkout.paystack.com/'
/** So long the script may take. */
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
