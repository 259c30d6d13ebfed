// The texts that only the frame of login and registration shows.
import { common } from '@/shared/i18n/common'

export const authTexts = {
  promise: common.slogan,
  practise: 'Practise with questions and time like the real exam.',
  saved: 'Every answer is saved as you go, even without network.',
  why: 'See what went wrong, and why, as soon as you submit.',
}
