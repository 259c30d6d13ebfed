// The texts about personal data.

export const personTexts = {
  firstName: 'First name',
  lastName: 'Last name',
  country: 'Country',
  mobileCode: 'Dial code',
  mobileNumber: 'Mobile number',
  gender: 'Gender',
  male: 'Male',
  female: 'Female',
  notSaid: 'Not given',
  birth: 'Date of birth',
  birthUnreadable: 'Enter your date of birth as day/month/year.',
  bornBy: (day: string) => `${day} or earlier`,
  dialCode: (code: string) => `+${code}`,
  search: 'Search countries',
  noCountry: 'No country found.',
  countriesFailed: 'The countries could not be loaded. Check your connection and try again.',
  close: 'Close',
}
