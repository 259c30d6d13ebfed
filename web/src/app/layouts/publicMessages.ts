// The texts of the public site's frame.
import { common } from '@/shared/i18n/common'

export const frameTexts = {
  examination: 'Examination',
  aboutUs: 'About Us',
  news: 'News',
  faqs: 'FAQs',
  contactUs: 'Contact Us',
  register: 'Register',
  logIn: 'Login',
  dashboard: 'Dashboard',
  promise: common.slogan,
  explore: 'Explore',
  help: 'Help',
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
  newsletter: 'Subscribe Newsletter',
  newsletterText: 'Exam dates, new questions and study tips by email.',
  email: 'Email',
  subscribe: 'Subscribe',
  subscribed: 'Thanks for subscribing our newsletter.',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  follow: 'Follow Us',
  getApp: 'Get the Sabi app',
  install: 'Install the app',
  copyright: (year: string) => (year === '2025' ? '© 2025 Sabi' : `© 2025–${year} Sabi`),
}
