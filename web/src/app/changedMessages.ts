// The texts of the screen that says somebody else has signed in.

export const changedTexts = {
  anotherAccount: 'Another account',
  signedInNow: (name: string) => `${name} is logged in now`,
  otherTab:
    'You logged in with another account on another tab. A browser can only use one account at a time, so we closed this page.',
  goOnAs: (name: string) => `Continue as ${name}`,
}
