// The texts of the tools of a written answer.
import { common } from '@/shared/i18n/common'

const essay = {
  mathsKeys: 'Maths keys',
  greek: 'Greek letters',
  sets: 'Sets and logic',
  photographs: 'Photographs of your working',
  photographsHint: 'Up to three. Only you and the people who grade your answer see them.',
  take: 'Take a photograph',
  choose: 'Choose a photograph',
  preparing: 'Preparing the photograph…',
  photograph: (n: string) => `Photograph ${n}`,
  removeIt: 'Remove',
  remove: (n: string) => `Remove photograph ${n}`,
  sent: 'Sent',
  sending: 'Sending…',
  waiting: 'Kept on this device. Sent when you have network.',
  inMemory: 'Kept in this window only. Do not close it before it is sent.',
  signedOut: 'Kept on this device. Sent when you have logged in again.',
  refused: (why: string) => `Not sent: ${why}`,
  added: (n: string) => `Photograph ${n} added.`,
  removed: (n: string) => `Photograph ${n} removed.`,
  notAPicture: 'This file cannot be used. Take a photograph, or choose a picture.',
  full: 'This answer has three photographs. Remove one to add another.',
  seeThem: 'See my photographs.',
  lost: {
    one: '{n} photograph did not reach Sabi in time, so it does not count.',
    other: '{n} photographs did not reach Sabi in time, so they do not count.',
  },
}

export const messages = { common, essay }
