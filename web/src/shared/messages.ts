// The texts of the frames and of the parts that all screens share.

export const shellTexts = {
  loadFailed: 'Error loading user',
  loggedOut: 'Logout successfully.',
  notLoaded: 'This page could not be loaded. Check your connection and try again.',
  homeOf: 'Sabi, home',
  dashboard: 'Dashboard',
  publicSite: 'Sabi website',
  practiseTab: 'Practise',
  me: 'Me',
  tabs: 'Places',
  profile: 'Profile',
  results: 'Results',
  mockScore: 'Mock Performance Tracker',
  accountSetting: 'Account Setting',
  logout: 'Logout',
  logIn: 'Login',
  welcome: 'Welcome, {name}',
  copyright: (year: string) => `© 2020–${year} Sabi`,
}

/** The texts for the size of the question bank. */
export const bankSizeTexts = {
  subjects: { one: '{n} subject', other: '{n} subjects' },
  years: { one: '{n} year', other: '{n} years' },
  questions: { one: '{n} question', other: '{n} questions' },
}
