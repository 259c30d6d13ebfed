// The texts about a new version of the app.

export const lazyTexts = {
  updated: 'Sabi has been updated.',
}
