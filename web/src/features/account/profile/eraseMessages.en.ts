// What is said before an account is erased.
export const english = {
  eraseSure: 'Do you really want to delete your account?',
  goes: 'What goes',
  goesYou: 'Your name, email, phone number, date of birth, country and password.',
  goesWords: 'Your written answers, messages and reports, and what your charts are drawn from.',
  goesPlans: 'Your registered subjects, running tests and access to your subscriptions.',
  stays: 'What stays, without your name',
  staysResults: 'Marks and the options you chose, in the statistics of the questions.',
  staysPayments: 'What was paid and when, which our accounts need.',
  forEver: 'Nobody can bring the account back, not even Sabi.',
  yourPassword: 'Your password',
  eraseNow: 'Delete for good',
  keepAccount: 'Keep my account',
}
