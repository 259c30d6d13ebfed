// The texts of the questions on this device.
import { offlinePractice } from '@/shared/paths'

export const offlineTexts = {
  title: offlinePractice,
  text: 'Download questions for your subjects while you have internet. Then practise anywhere, with answers and explanations, even for weeks. Your results are sent when you have internet again.',
  start: 'Start practising',
  unsupported:
    'This browser cannot store questions. Open Sabi at its https address, in a new version of Chrome, Firefox or Safari.',
  noPlan: 'Nothing to download yet',
  noPlanText: 'Start a free trial, or choose a plan. Your questions then appear here.',
  choosePlan: 'Choose an exam',
  shelfFailed:
    'This browser does not let Sabi store anything. Leave private mode, or allow storage for this site, then try again.',
  offlineList: (day: string) =>
    `You are offline. You can practise with the questions on this device. The list of downloads is from ${day}.`,
  app: 'The app itself',
  appOnce: (size: string, cost: string) =>
    `The app itself: ${size}, once (${cost}). It comes with your first download; then Sabi opens without internet.`,
  appThere: 'The app is on this device. Sabi opens without internet.',
  appUnknown: 'We could not check whether the app is on this device. Try again with internet.',
  storeApp: 'Store the app',
  storingApp: (there: string, of: string) => `Storing the app: ${there} of ${of} files…`,
  appFailed: 'The app could not be stored. Check your connection and try again.',

  trial: {
    one: 'On your trial, each year is a sample of {n} question. With a plan you download whole years.',
    other:
      'On your trial, each year is a sample of up to {n} questions. With a plan you download whole years.',
  },
  off: 'Downloads are switched off for this exam.',
  noPacks: 'There are no questions to download for this exam yet.',
  keepUntil: (day: string) =>
    `You can use these questions until ${day}. After that they are deleted from this device.`,
  leftToday: {
    one: 'You can download {n} more question today.',
    other: 'You can download {n} more questions today.',
  },
  limitReached: 'Download the rest tomorrow.',
  there: (there: string, all: string, size: string) =>
    `${there} of ${all} years on this device (${size}).`,
  nothingThere: (all: string) => `None of ${all} years on this device yet.`,
  downloadAll: (size: string, cost: string) => `Download all my subjects: ${size}, ${cost}`,
  updateAll: (size: string) => `Update all: at most ${size}`,
  withPictures: { one: 'With {n} picture', other: 'With {n} pictures' },
  withPicturesText: 'Pictures cost more data than text.',
  fetchPictures: 'Download pictures for the years on this device',
  subject: (subject: string, there: string, all: string) =>
    `${subject}: ${there} of ${all} years on this device`,
  downloadSubject: (size: string) => `Download all years: ${size}`,
  downloadSubjectOf: (subject: string, size: string) => `Download all years of ${subject}: ${size}`,
  removeSubject: 'Remove all years',
  removeSubjectOf: (subject: string) => `Remove all years of ${subject}`,
  questions: { one: '{n} question', other: '{n} questions' },
  year: (year: string, questions: string, size: string) => `${year}: ${questions}, ${size}`,
  since: (day: string) => `On this device since ${day}`,
  outdated: (day: string) => `Downloaded on ${day}. Some questions have changed since.`,
  gone: 'Your browser deleted this to make room',
  locked: 'Locked until your mock result is out',
  download: 'Download',
  downloadOf: (subject: string, year: string) => `Download ${subject} ${year}`,
  update: 'Update',
  updateOf: (subject: string, year: string) => `Update ${subject} ${year}`,
  remove: 'Remove',
  removeOf: (subject: string, year: string) => `Remove ${subject} ${year}`,

  evicted: {
    one: 'Your browser deleted {n} year to make room:',
    other: 'Your browser deleted {n} years to make room:',
  },
  evictedOf: (count: string, packs: string) => `${count} ${packs}.`,
  pack: (subject: string, year: string) => `${subject} ${year}`,
  downloadAgain: 'Download again',

  downloading: (subject: string, year: string) => `Downloading ${subject} ${year}…`,
  progress: (done: string, of: string) => `${done} of ${of} years`,
  stop: 'Stop',
  done: { one: '{n} year is on this device.', other: '{n} years are on this device.' },
  full: (size: string) =>
    `This device does not have enough free space for ${size}. Free some space, or download fewer years.`,
  fullMeanwhile:
    'This device is full. Your downloads so far are saved. Free some space, then continue.',
  refused: 'This browser does not let Sabi store anything. Leave private mode, then try again.',
  cut: 'The download stopped. Your downloads so far are saved. Press Download to continue.',
  dailyLimit: 'You have reached today’s download limit. Continue tomorrow.',
  missed: (packs: string) => `Not downloaded: ${packs}.`,
  notPersisted:
    'Your browser may delete these questions when this device is nearly full. Installing Sabi on your home screen makes that less likely.',
  sealed: 'Only you can open the questions on this device. Logging out deletes them.',

  kilobytes: (n: string) => `${n} KB`,
  megabytes: (n: string) => `${n} MB`,
  cost: (naira: string) => `about ${naira}`,
}

export const offlineMockTexts = {
  title: 'Your mock for later',
  openBy: (time: string) => `Open it by ${time}. It works without internet.`,
  open: 'Open',
  openOf: (mock: string) => `Open ${mock}`,
  giveBack: 'Return this mock',
  giveBackOf: (mock: string) => `Return this mock: ${mock}`,
  askTitle: 'Open this mock now?',
  askText: (time: string) =>
    `The timer (${time}) starts at once and does not stop. You can open this mock only once. Questions on its subjects stay locked on this device until you have the result.`,
  notNow: 'Not now',
  openNow: 'Open and start',
  fetchTitle: 'A mock for later',
  fetchText:
    'Get a mock now and take it without internet, within 7 days. Its timer starts when you open it. Your answers are sent when you have internet again.',
  subject: 'Subject',
  fetch: 'Get a mock',
}
