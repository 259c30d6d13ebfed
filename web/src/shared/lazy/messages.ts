// The texts about a new version of the app.

export const words = {
  updated: 'Sabi has been updated.',
}
