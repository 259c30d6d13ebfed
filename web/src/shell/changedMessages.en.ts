// What is said when somebody else has signed in in another tab.
export const english = {
  anotherAccount: 'Another account',
  signedInNow: (name: string) => `${name} is signed in now`,
  otherTab:
    'Another account was signed in in another tab, and a browser has one at a time. What was open here was of the account before and is closed.',
  goOnAs: (name: string) => `Go on as ${name}`,
}
