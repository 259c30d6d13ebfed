// The texts of the test window.

export const testTexts = {
  // The bar and its save status.
  yourTest: 'Your test',
  keys: 'Keys',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  submitTest: 'Submit Test',
  timeLeft: 'Time left ',
  extraTime: (time: string) => `${time} of extra time`,
  powerSafe: 'power-safe timer',
  paused: 'Your time is paused until you are back online.',
  minutesLeft: { one: '{n} minute left', other: '{n} minutes left' },
  nothingToSave: 'Nothing to save yet',
  saving: 'Saving…',
  saved: (time: string) => `Saved ${time}`,
  /** Of a test of this device. */
  savedHere: (time: string) => `Saved on this device ${time}`,
  notSavedHere: 'Not saved: this device is full. Free some space and keep this window open',
  offline: 'Offline: kept on this device',
  inMemory: 'Offline: kept in this window only. Do not close it',
  signedOut: 'Logged out: kept on this device',
  notSaved: (why: string) => `Not saved: ${why}`,

  // Questions and their answers.
  mcq: 'MCQ',
  subjective: 'SUBJECTIVE',
  subjects: 'Subjects',
  kinds: 'Question type',
  noQuestions: 'This paper has no questions',
  question: 'Question',
  questionOf: (n: string, all: string) => `Question ${n} of ${all}`,
  questionIn: (n: string, subject: string) => `Question ${n}, ${subject}`,
  notDrawn: 'This question cannot be shown. Continue with the others. Your answers are safe.',
  picture: 'For this question',
  passage: 'Passage',
  passageFor: (first: string, last: string) => `Passage for questions ${first} to ${last}`,
  clearChoice: 'Clear choice',
  chosen: (letter: string) => `${letter} chosen`,
  rightAnswer: 'Correct answer',
  rightAnswerIs: (letter: string) => `Correct answer: ${letter}`,
  yourAnswer: 'Your answer',
  yourAnswerIs: (letter: string) => `Your answer: ${letter}`,
  charactersLeft: { one: '{n} character left', other: '{n} characters left' },
  gradedLater: 'A moderator grades your answer after you submit.',
  ownGradeCounts: 'If you write after seeing the model answer, only your own grade counts.',
  answer: 'Answer',
  detailedAnswer: 'Detailed answer',
  explanation: 'Explanation',
  viewAnswer: 'View Answer',
  hideAnswer: 'Hide Answer',
  logInToView: 'You have been logged out. Log in again to view the answer.',
  thinkFirst: 'Let me think first',
  firstChoiceCounts: 'Your first choice counts. It is marked at once.',
  choiceIsOpen: 'Nothing is marked until you view the answer.',
  isRight: 'Correct!',
  isWrong: 'Not correct.',
  marking: 'Marking…',
  markedOnline: 'Marked when you are online.',
  markedAfterMock: 'This question is in a mock you are taking. It is marked after the mock.',
  logInToMark: 'You have been logged out. Log in again to see if you are right.',
  notMarked: (why: string) => `Not marked: ${why}`,
  markForReview: 'Mark for Review',
  /** In the place of Next at the last question. */
  finish: 'Finish',

  // The navigator.
  allQuestions: (n: string, all: string) => `All questions (you are on ${n} of ${all})`,
  listAll: 'List all questions',
  closeNavigator: 'Close navigator',
  answeredOf: (n: string, all: string) => `${n} of ${all} answered`,
  isAnswered: 'answered',
  isMarked: 'marked for review',
  isUnanswered: 'unanswered',
  number: (n: string) => `Question ${n}`,
  signs: 'What the icons mean',
  unanswered: 'Unanswered',
  answered: 'Answered',
  marked: 'Marked for review',
  markedAndAnswered: 'Answered and marked',
  onScreen: 'Now on screen',

  // Keyboard shortcuts.
  keysTitle: 'Keyboard shortcuts',
  keysNote: 'A B C D, P, N, S and R are the keys of the real UTME.',
  useKeys: 'Use these keys',
  close: 'Close',
  keyChoose: 'Choose an option',
  keyNext: 'Next question',
  keyPrevious: 'Previous question',
  keySubmit: 'Submit the test (asks first)',
  keyReturn: 'No, return to the test',
  keyYes: 'Yes, submit',

  // How a test ends.
  timeUp: 'Time up, your exam is submitting forcefully!!!',
  timeUpTitle: 'Time up',
  submitQuestion:
    'Do you really want to submit your answer. We recommend you to review your answer before submitting it.',
  answeredAre: (n: string, all: string) => `${n} of ${all} answered.`,
  answeredAndMarked: (n: string, all: string, marked: string) =>
    `${n} of ${all} answered, ${marked} marked for review.`,
  noReturn: 'No, return',
  yesSubmit: 'Yes, submit',
  yesCancel: 'Yes, cancel',
  byKey: (key: string) => `(${key})`,
  cancelTest: 'Cancel test',
  leaveForNow: 'Leave and continue later',
  leaveRunsOn: 'Your answers are saved. The timer keeps running.',
  leaveStaysOpen: 'Your answers are saved. Find this test on your dashboard.',
  leaveUnsent: 'Some answers are not sent yet. They stay on this device until they are sent.',
  leaveLost:
    'Your answers are not saved yet, and this browser cannot keep them. Stay here until they are saved.',
  emptyQuestion:
    'You have not answered any questions, your test will be cancelled. do you really want to cancel?',
  submitting: 'Submitting your answers…',
  cancelling: 'Cancelling your test…',
  noResult: 'Time ran out before any answer reached Sabi, so there is no result.',
  offlineForced:
    'You are offline. Answers that reached Sabi in time count. Your result opens once you are back online.',
  offlineSubmit:
    'You are offline. Your answers are kept on this device and will be submitted once you are back online.',
  offlineCancel: 'You are offline. Your test ends once you are back online.',
  /** Of a test of this device. */
  mockKept: 'Your mock is over. Your answers will be sent when you have internet.',
  markedHere: 'Your test is marked. It will be sent when you have internet.',
  fullSubmit: 'This device is full. Free some space and your test will be marked.',
  toResults: 'Go to your results',
  returnToTest: 'Return to the test',
  logInToCancel: 'Log in again to cancel the test.',
  logInToSubmit: 'Log in again to submit them.',

  // A session that ended, or another user's session.
  youAreSignedOut: 'You have been logged out.',
  otherSignedIn: (name: string, owner: string | null) =>
    `${name} has logged in from another tab, so ${owner ? `${owner}’s` : 'your'} answers are not being sent.`,
  goOnAsOwner: (owner: string | null) =>
    `Your answers are kept on this device. Log in again${owner ? ` as ${owner}` : ''} to save them.`,
  goOnSignedOut:
    'Continue your test. Your answers are kept on this device. Log in again to save them.',
  otherUser: 'Someone else is logged in here now. Log in again to continue your test.',
  logInAgain: 'Log in again',
  logInAgainAs: (owner: string) => `Log in again as ${owner}`,
  newTab: (label: string) => `${label} (opens a new tab)`,
  keptHere: 'Your answers are kept on this device.',

  // After the end.
  hasEnded: 'Your test has ended',
  lostTitle: {
    one: '{n} answer could not be sent in time',
    other: '{n} answers could not be sent in time',
  },
  lostToTime:
    'Time ran out before this device was back online. The answers listed here do not count. Saved answers do.',
  lostToEnd:
    'The test ended before this device was back online. The answers listed here do not count. Saved answers do.',
  lostQuestion: (subject: string, n: string) => `${subject}, question ${n}`,
  lostStay: 'These answers stay on this device until you continue.',
  lostRead: 'I have read this. Continue',

  // If no test is open.
  noneOpen: 'No test is open here',
  noneOpenText: 'Start or continue a test from your {dashboard}.',
  dashboard: 'dashboard',
  backToDashboard: 'Back to your dashboard',

  // Protections.
  copying: 'Copying is disabled!',
  rightClick: 'Right-click is disabled!',
  leave: 'Are you sure you want to close?',
  noBack: 'Going back is disabled!',
  noReload: 'Reloading is disabled!',
}

/** The texts of the list of all questions. */
export const questionListTexts = {
  title: 'All questions',
  back: 'Back to the test',
  show: 'Show',
  all: 'All',
  unanswered: 'Unanswered',
  answered: 'Answered',
  marked: 'Marked for review',
  theoriesOf: (subject: string) => `${subject}, SUBJECTIVE`,
  none: 'None.',
}
