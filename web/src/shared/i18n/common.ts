// Texts shared by all areas, by the frames around their screens and by the shared components.

export const common = {
  /** What Sabi promises, on every page that promises something. */
  slogan: 'Be ready before exam day.',
  loading: 'Please Wait...',
  noRecords: 'No records found',
  comeLater: 'Please check back later.',
  noData: 'There are no data to be displayed',
  noSubjects: 'Subjects not found',
  maximumReached: (n: number) =>
    `You have reached the maximum limit (${n}) of selected subjects. Please uncheck one first.`,
  registeredSubjects: 'Registered Subjects',
  selectSubject: 'Please select at least one subject to proceed.',
  registeredToast: 'Subject registered successfully.',
  mySubscriptions: 'My Subscriptions',
  notSubscribed: 'You have not subscribed to any exam yet.',
  chooseExam: 'Choose an exam',
  exam: 'Exam',
  examAt: (exam: string, university: string) => `${exam} (${university})`,
  plan: 'Plan',
  planExpired: 'Expired',
  action: 'Action',
  none: '--',
  failed: 'Something went wrong. Please try again.',
  offline: 'Sabi is not responding. Check your connection and try again.',
  retry: 'Try again',
  home: 'Home',
  next: 'Next',
  previous: 'Prev',
  back: 'Back',
  logOut: 'Log Out',
  calculator: 'Calculator',
  todaysQuestions: 'Today’s questions',
  expired: 'Your session has ended. Please log in again.',
  cancelled: 'Test has been cancelled.',
  submitted: 'Result successfully submitted',
  underConsideration:
    "Your result is under consideration, you'll receive a notification on decleration.",
  // Short dates have their first three letters, of September too.
  months: [
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
    ...['August', 'September', 'October', 'November', 'December'],
  ],
  newsDate: (day: string, month: string, year: string) => `${day} ${month}, ${year}`,
  hours: (n: string) => `${n} h`,
  minutes: (n: string) => `${n} min`,
  seconds: (n: string) => `${n} s`,
}

/** The texts of the frames and of the parts that all screens share. */
export const shellTexts = {
  loadFailed: 'Error loading user',
  loggedOut: 'Logout successfully.',
  readBefore: "You're offline. You can practise, and read what you opened before.",
  notLoaded: 'This page could not be loaded. Check your connection and try again.',
  homeOf: 'Sabi, home',
  dashboard: 'Dashboard',
  publicSite: 'Sabi website',
  practiseTab: 'Practise',
  me: 'Me',
  tabs: 'Main menu',
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

/** The texts of the shared components. */
export const uiTexts = {
  noConnection: "You're offline. Nothing was sent. Try again when you're back online.",
  slow: 'Your network is slow, or Sabi is busy.',
  dismiss: 'Dismiss',
  closeCalculator: 'Close calculator',
  calculatorNotLoaded: 'The calculator could not be loaded. Check your connection and try again.',
  skip: 'Skip to content',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Main',
  useDark: 'Use dark colours',
  useLight: 'Use light colours',
  picture: 'Picture',
  enlarge: 'Enlarge the picture',
  enlargeThis: (alt: string) => `Enlarge the picture: ${alt}`,
  large: 'Larger',
  closePicture: 'Close the picture',
  notEnlarged: 'The picture could not be enlarged. Check your connection and try again.',
}

/** The texts of the fields for a day. */
export const dayTexts = {
  dayPlaceholder: 'day/month/year',
  dayUnreadable: 'Enter the date as day/month/year, for example 25/06/2005 or 25062005.',
  dayTooEarly: (first: string) => `Choose ${first} or a later date.`,
  dayTooLate: (last: string) => `Choose ${last} or an earlier date.`,
  openCalendar: (field: string) => `${field}: open the calendar`,
}
