// Every text that the documents quote, once and to the letter (odd spellings included),
// beside the few words of our own that more than one screen says. By area.

export const messages = {
  common: {
    loading: 'Please Wait...',
    noRecords: 'No records found',
    noData: 'There are no data to be displayed',
    failed: 'Something went wrong. Please try again.',
    offline: 'No answer from Sabi. Check your connection and try again.',
    retry: 'Try again',
    comingSoon: 'Coming Soon',
    notFound: 'Page Not Found',
    home: 'Home',
  },
  session: {
    loadFailed: 'Error loading user',
    loginFailedTitle: 'Login Error',
    loginFailed: 'Invalid email or password',
    /** The server's word for an anonymous caller, never shown as a failed login (spec 1 §8). */
    suppressed: 'Unauthorised access',
    emailRequired: 'Email is required',
    emailInvalid: 'Email is invalid',
    passwordRequired: 'Password is required',
    inactive:
      'Your account is not yet activated, please activate it from your email account or contact adminstrator.',
    blocked: 'Your account is blocked.',
    suspended: 'Your account is suspended.',
    notAllowed: 'You are not allowed to login here.',
    adminNotActive: 'Your account is not active or blocked.',
    loggedOut: 'Logout successfully.',
    expired: 'Your session has ended. Please log in again.',
  },
  journey: {
    selectExamType: 'Select Exam Type',
    videoGuide: 'Show Video Guide',
    chooseExam: 'Please select exam type to proceed',
    chooseExamType: 'Please select an exam type to proceed.',
    chooseAssessment: 'Please select mode of assessment to proceed',
    chooseSubject: 'Please select subject.',
    chooseTime: 'Please select time.',
    chooseTopic: 'Please select at least one topic to proceed.',
    agreeTerms: 'Please agree to the terms.',
    maximumReached: (n: number) =>
      `You have reached the maximum limit (${n}) of selected subjects. Please uncheck one first.`,
    noExamTypes: 'No exam types available',
    noSubjects: 'Subjects not found',
    noMockQuestions: 'Question not available for this subject.',
    instructions: 'Instruction for Candidates',
    subscriptionFailed: 'Failed to fetch user subscription.',
    notSubscribed: 'You have not subscribed to any exam yet.',
  },
  test: {
    timeUp: 'Time up, your exam is submitting forcefully!!!',
    submitQuestion:
      'Do you really want to submit your answer. We recommend you to review your answer before submitting it.',
    emptyQuestion:
      'You have not answered any questions, your test will be cancelled. do you really want to cancel?',
    cancelled: 'Test has been cancelled.',
    submitted: 'Result successfully submitted',
    underConsideration:
      "Your result is under consideration, you'll receive a notification on decleration.",
    copying: 'Copying is disabled!',
    rightClick: 'Right-click is disabled!',
    close: 'Are you sure you want to close?',
    viewAnswer: 'View Answer',
    hideAnswer: 'Hide Answer',
    markForReview: 'Mark for Review',
    submitTest: 'Submit Test',
  },
  calculator: {
    invalid: 'Invalid Mathematical Equation',
  },
} as const
