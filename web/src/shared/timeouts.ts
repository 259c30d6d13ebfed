// How long the app waits for what may never answer, in milliseconds. Each is named for what it waits for.

/** Resolves after this many milliseconds. es-toolkit's `delay` can also be cancelled, but adds 0.2 KiB to every visit. */
export const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A reply of the server, and then the rest of its body. */
export const SERVER_REPLY = 20_000
/** A reply about a running test of which this device has a copy. */
export const REPLY_BESIDE_COPY = 4_000
/** The reply that says who is logged in, before the app opens with what the device knows. */
export const SESSION_REPLY = 3_000
/** The test that another tab is starting: longer than that tab waits for its reply. */
export const TEST_FROM_OTHER_TAB = 30_000
/** The reply with the last answers, when a student leaves a test. */
export const LAST_SAVE = 5_000

/** The database of running tests and photographs; some browsers leave a request without any answer. */
export const DATABASE_REPLY = 3_000
/** The same once it has been silent, until it answers again. */
export const SILENT_DATABASE_REPLY = 100
/** The opening of the database of questions for practice without internet. */
export const DATABASE_OPENING = 5_000

/** A reply of the service worker. */
export const WORKER_REPLY = 20_000
/** A reply of the service worker while it stores the files of the app. */
export const WORKER_STORING = 60_000

/** The server's page before a reload, and then the reload itself. */
export const RELOAD = 10_000
/** The first content of a screen, before it replaces the text that the server wrote. */
export const FIRST_CONTENT = 3_000
/** Styles for browsers without cascade layers: an unstyled page is better than none. */
export const STYLES = 15_000
/** KaTeX, before a text is shown with the source of its formulas. */
export const FORMULAS = 4_000
/** The code that hands a started test to its window, which can read it from the device too. */
export const HANDOVER_CODE = 1_000

/** The payment provider's script. */
export const PAYMENT_SCRIPT = 10_000
/** The browser's change to the payment page, before the user may try again. */
export const PAYMENT_PAGE = 15_000
/** A picture from another host that was pasted into the editor. */
export const PASTED_PICTURE = 20_000
