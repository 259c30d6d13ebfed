// What more than one area says. Quoted texts stand to the letter, odd spellings included.
export const english = {
  loading: 'Please Wait...',
  noRecords: 'No records found',
  noData: 'There are no data to be displayed',
  failed: 'Something went wrong. Please try again.',
  offline: 'No answer from Sabi. Check your connection and try again.',
  retry: 'Try again',
  home: 'Home',
  next: 'Next',
  previous: 'Prev',
  back: 'Back',
  logOut: 'Log Out',
  calculator: 'Calculator',
  expired: 'Your session has ended. Please log in again.',
  cancelled: 'Test has been cancelled.',
  submitted: 'Result successfully submitted',
  underConsideration:
    "Your result is under consideration, you'll receive a notification on decleration.",
  // Its months have three letters, September too.
  newsDate: (day: string, month: string, year: string) => `${day} ${month.slice(0, 3)}, ${year}`,
  hours: (n: string) => `${n} h`,
  minutes: (n: string) => `${n} min`,
  seconds: (n: string) => `${n} s`,
}
