// The texts of the frames and of the parts that all screens share.
import { common } from '@/shared/i18n/common'

const shell = {
  loadFailed: 'Error loading user',
  loggedOut: 'Logout successfully.',
  notLoaded: 'This page could not be loaded. Check your connection and try again.',
  notFound: 'Page Not Found',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  homeOf: 'Sabi, home',
  dashboard: 'Dashboard',
  practiseTab: 'Practise',
  me: 'Me',
  tabs: 'Places',
  profile: 'Profile',
  results: 'Results',
  mockScore: 'Mock Performance Tracker',
  accountSetting: 'Account Setting',
  logout: 'Logout',
  steps: 'Steps to a test',
  comingSoon: (exam: string) => `${exam}: Coming Soon`,
  stepExam: 'Exam',
  stepUniversity: 'University',
  stepPlan: 'Plan',
  stepCategory: 'Category',
  stepCourse: 'Course',
  stepSubjects: 'Subjects',
  logIn: 'Login',
  welcome: 'Welcome, {name}',
  promise: common.slogan,
  practise: 'Practise with questions and time like the real exam.',
  saved: 'Every answer is saved as you go, even without network.',
  why: 'See what went wrong, and why, as soon as you submit.',
  copyright: (year: string) => `© 2020–${year} Sabi`,
}

export const messages = { common, shell }
