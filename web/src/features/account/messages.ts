// The texts of the login.
import { common } from '@/shared/i18n/common'

const account = {
  loginFailedTitle: 'Login Error',
  loginFailed: 'Invalid email or password',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  inactive:
    'Your account is not yet activated, please activate it from your email account or contact adminstrator.',
  blocked: 'Your account is blocked.',
  suspended: 'Your account is suspended.',
  notAllowed: 'You are not allowed to login here.',
  adminNotActive: 'Your account is not active or blocked.',
  tryAgainIn: (time: string) => `After too many attempts, you can try again in ${time}.`,
  contactUs: 'Contact Us',
  logIn: 'Log in',
  logInIntro: 'Pick up where you left off.',
  forExam: (exam: string) => `Create a free account to start ${exam}, or log in.`,
  adminLogin: 'Admin login',
  adminIntro: 'The back office of Sabi.',
  student: 'Student?',
  logInHere: 'Log in here',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  passwordRules: '8 to 128 characters. Not your email or a common password like password1.',
  passwordLength: 'Password must be 8 to 128 characters.',
  passwordsDiffer: 'Passwords do not match.',
  show: 'Show',
  showCharacters: 'Show characters',
  hide: 'Hide',
  hideCharacters: 'Hide characters',
  submit: 'Login',
  forgot: 'Forgot password?',
  newHere: 'New to Sabi?',
  register: 'Register',
  lookIntoMail: 'Check your email',
  linkSentTo: (email: string) =>
    `We sent a link to ${email}. Open it within 7 days to activate your account. If it does not arrive in a few minutes, check your spam folder.`,
  resend: 'Send the link again',
  backToLogin: 'Back to login',
}

export const messages = { common, account }
