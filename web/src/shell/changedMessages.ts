// The words of the screen for who is signed in now.

export const words = {
  anotherAccount: 'Another account',
  signedInNow: (name: string) => `${name} is logged in now`,
  otherTab:
    'You logged in with another account on another tab. A browser can only use one account at a time, so we closed this page.',
  goOnAs: (name: string) => `Continue as ${name}`,
}
