// Quoted texts stand to the letter, odd spellings included.
export const english = {
  loadFailed: 'Error loading user',
  loggedOut: 'Logout successfully.',
  notLoaded: 'This page could not be loaded. Check your connection and try again.',
  notFound: 'Page Not Found',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  homeOf: 'Sabi, home',
  dashboard: 'Dashboard',
  results: 'Results',
  mockScore: 'Mock Performance Tracker',
  logIn: 'Login',
  welcome: 'Welcome, {name}',
  promise: 'Know it before the day.',
  practise: 'Practise on questions set out as in the real paper, against the real clock.',
  saved: 'Every answer is saved as you give it, also when the network goes.',
  why: 'See what went wrong, and why, as soon as you submit.',
  copyright: (year: string) => `© 2020 to ${year} Sabi`,
  anotherAccount: 'Another account',
  signedInNow: (name: string) => `${name} is signed in now`,
  otherTab:
    'Another account was signed in in another tab, and a browser has one at a time. What was open here was of the account before and is closed.',
  goOnAs: (name: string) => `Go on as ${name}`,
}
