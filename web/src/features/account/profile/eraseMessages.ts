// The texts of account deletion.

export const eraseTexts = {
  eraseSure: 'Do you really want to delete your account?',
  goes: 'What is deleted',
  goesYou: 'Your name, email, phone number, date of birth, country and password.',
  goesWords: 'Your written answers, messages, reports and charts.',
  goesPlans: 'Your registered subjects, running tests and access to your subscriptions.',
  stays: 'What we keep, without your name',
  staysResults: 'Marks and the options you chose, for question statistics.',
  staysPayments: 'Payments and their dates, for our accounts.',
  forEver: 'Nobody can bring your account back, not even us.',
  yourPassword: 'Your password',
  eraseNow: 'Delete for good',
  keepAccount: 'Keep my account',
}
