/**
 * The name of the performance mark for when the app began to run; the script in `ahead.ts` looks
 * for it.
 */
export const started = 'sabi-started'
