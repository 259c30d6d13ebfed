// The texts from the dashboard to the start button.

export const journeyTexts = {
  // The dashboard.
  dashboard: 'Dashboard',
  welcome: (name: string) => `Welcome, ${name}`,
  threeSteps: 'Three steps to your first test',
  firstSteps: [
    { title: 'Choose your exam', text: 'JAMB, WAEC, BECE or Post-UTME.' },
    {
      title: 'Register your subjects',
      text: 'Picked to fit your course. Your free trial starts too.',
    },
    { title: 'Start your first test', text: 'Choose a mode, then press Start.' },
  ],
  stepDone: 'done',
  selectExamType: 'Select Exam Type',
  videoGuide: 'Show Video Guide',
  videoGuideFor: (exam: string) => ` for ${exam} (opens a new tab)`,
  comingSoon: 'Coming Soon',
  chooseExam: 'Please select exam type to proceed',
  noExamTypes: 'No exam types available',
  contactUs: 'Contact Us',
  subscriptionFailed: 'Failed to fetch user subscription.',
  resumeTitle: 'Continue your test',
  runningFailed: 'Your open tests could not be loaded.',
  latelyFailed: 'Your last tests could not be loaded.',
  resume: 'Continue',
  resumeOf: (test: string) => `Continue ${test}`,
  answeredOf: (answered: string, questions: string) => `${answered} of ${questions} answered.`,
  questions: { one: '{n} question', other: '{n} questions' },
  runsUntil: (time: string) => `Ends at ${time}.`,
  started: (time: string) => `Started ${time}.`,
  fetched: (time: string) => `Saved for later. Open it by ${time}.`,

  // Exam type and mode of assessment.
  chooseExamTypeTitle: 'Choose Exam Type',
  examType: 'Exam type',
  chooseExamType: 'Please select an exam type to proceed.',
  objective: 'Objective',
  objectiveText: 'Multiple choice, marked at once.',
  theory: 'Theory',
  theoryText: 'Written answers, graded after you submit.',
  both: 'Objective and Theory',
  bothText: 'Both parts in one test.',
  modeTitle: 'Mode of Assessment',
  mode: 'Mode of assessment',
  chooseAssessment: 'Please select mode of assessment to proceed',
  /** By the kind of questions. */
  studyText: {
    objective: 'No timer. Each answer is marked and explained at once.',
    theory:
      'No timer. Write, then view the model answer. A moderator grades your answers after you submit.',
    both: 'No timer. Choices are marked at once, written answers after you submit.',
  },
  practiceText: 'You choose the questions and the time.',
  mockText: 'The full paper in real exam time.',
  mockSample: (mock: string) => `${mock} sample`,
  mockSampleText: 'A short sample of the real exam.',

  // Registered subjects.
  setupTitle: 'Registered Subjects',
  chooseSubject: 'Please select subject.',
  chooseTime: 'Please select time.',
  subjectsUpTo: (n: string) => `Subjects (up to ${n})`,
  subject: 'Subject',
  subjects: { one: 'Subject', other: 'Subjects' },
  questionsEach: 'Questions per subject',
  trialGives: {
    one: 'Your trial plan allows {n} question per test.',
    other: 'Your trial plan allows {n} questions per test.',
  },
  trialGivesShared: (questions: string, subjects: string) =>
    `Your trial plan allows ${questions} per test, shared among ${subjects} subjects.`,
  trialRepeats: 'A trial has only a few questions, so tests repeat them.',
  time: 'Time',
  usualTimes: 'Usual times',
  order: 'Order',
  shuffleQuestions: 'Shuffle questions',
  shuffleOptions: 'Shuffle options',
  year: 'Year',
  yearsWithQuestions: 'Years with questions',
  theories: { one: '{n} theory question', other: '{n} theory questions' },
  questionsAndTheories: (questions: string, theories: string) => `${questions} and ${theories}`,
  noneThisYear: 'none this year',
  yearsFailed: 'The years could not be loaded.',

  // Topics.
  topicsTitle: 'Select Topics',
  chooseTopic: 'Please select at least one topic to proceed.',
  allTopics: 'All topics',
  someTopics: (n: string, all: string) => `${n} of ${all} topics`,
  change: 'Change',
  selectAll: 'Select all',
  selectAllOf: (subject: string) => `Select all of ${subject}`,
  noTopics: 'This subject has no topics. The test covers all of it.',
  previousStep: 'Previous',

  // Why a test was not started.
  practiseOffline: 'Practise with the questions on this device',
  startAgainIn: (time: string) => `You can start again in ${time}.`,
  goOn: 'Continue',
  goOnOf: (test: string) => `Continue ${test}`,
  end: 'End',
  endOf: (test: string) => `End ${test}`,
  endQuestion: 'Submit this test with your answers so far? A test with no answers is cancelled.',
  no: 'No',
  yesEnd: 'Yes, end it',
}

/** The texts of ending a test that keeps another from being started. */
export const endTexts = {
  endFetchedQuestion:
    'End this mock? Answers on this device are submitted. If there are none, the mock is returned and you can start another. Answers on another device are lost.',
  openIt: 'Open it',
  openItOf: (mock: string) => `Open ${mock}`,
  giveBack: 'Return this mock',
  giveBackOf: (mock: string) => `Return this mock: ${mock}`,
}
