/** The mark in the browser's timing of when the app began to run: the script of `ahead.ts` looks for it. */
export const started = 'sabi-started'
