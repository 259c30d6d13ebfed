// The words of the screen for who is signed in now.

export const words = {
  anotherAccount: 'Another account',
  signedInNow: (name: string) => `${name} is logged in now`,
  otherTab:
    'Another account logged in on another tab. A browser can hold only one account, so we closed what was open here.',
  goOnAs: (name: string) => `Continue as ${name}`,
}
