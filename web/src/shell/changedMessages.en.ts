// What is said when somebody else has signed in in another tab.
export const english = {
  anotherAccount: 'Another account',
  signedInNow: (name: string) => `${name} is signed in now`,
  otherTab:
    'Another account has signed in in another tab, and a browser holds one at a time. What was open here belonged to the account before and has been closed.',
  goOnAs: (name: string) => `Go on as ${name}`,
}
