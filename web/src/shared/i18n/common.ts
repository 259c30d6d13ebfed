// Texts shared by all areas.

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
