// The data that people give about themselves. Quoted texts stand to the letter.
export const english = {
  firstName: 'First name',
  lastName: 'Last name',
  country: 'Country',
  mobileCode: 'Dial code',
  mobileNumber: 'Mobile number',
  gender: 'Gender',
  male: 'Male',
  female: 'Female',
  notSaid: 'Not said',
  birth: 'Date of birth',
  bornBy: (day: string) => `${day} or earlier`,
  dialCode: (code: string) => `+${code}`,
  search: 'Search countries',
  noCountry: 'No country has that name.',
  countriesFailed: 'The countries could not be loaded. Check your connection and try again.',
  close: 'Close',
}
