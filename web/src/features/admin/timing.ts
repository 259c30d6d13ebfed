// How long the back office waits, and for what, in milliseconds. A file of its own area: the bundler
// would put the constants of several areas into the students' first visit.

/** A search in the command palette waits this long after the last key. */
export const PALETTE_SEARCH_PAUSE = 200

/** The preview of a mail template waits this long after the last key. */
export const TEMPLATE_PREVIEW_PAUSE = 400

/** The search for similar questions waits this long after the last key in a question's text. */
export const SIMILAR_QUESTIONS_PAUSE = 600

/** A grader's remark waits this long after the last key before it is sent. */
export const REMARK_PAUSE = 800

/** Unsaved grades wait this long before they are sent again, if the server could not be reached. */
export const GRADES_RETRY_WAIT = 5_000

/** The list of questions that need a look asks this often while subjects are still checked. */
export const SUBJECT_CHECK_INTERVAL = 1_500

/** The name of a reply's author is not asked for again for this long. */
export const REPLY_AUTHOR_STALE = 60_000

/**
 * A claim of a submission ends this long after its last use (ruling 16). Counted from the answer,
 * because this computer's clock may be wrong.
 */
export const CLAIM_DURATION = 15 * 60_000

/** A grader's work renews the claim at most this often. */
export const CLAIM_RENEWAL_INTERVAL = 60_000

/** The remaining time of a claim, shown in whole seconds, is read again this often. */
export const CLAIM_CLOCK_INTERVAL = 1_000
