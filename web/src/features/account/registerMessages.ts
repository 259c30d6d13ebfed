// The texts of registration, and of personal details in a form.

export const registerTexts = {
  title: 'Register',
  intro: 'Quick and free.',
  backHome: 'Back to Home',
  keepScore: 'We will keep this score.',
  needed: 'Starred fields are required.',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  countryRequired: 'Country is required',
  more: 'Add more (optional)',
  agree: 'I accept the {terms} and the {privacy}.',
  terms: 'terms and conditions',
  privacy: 'privacy policy',
  newTab: '(opens in a new tab)',
  acceptTerms: 'Please accept terms and condtion',
  taken: 'Entered email already exist, please try another.',
  submit: 'Register',
  registered: 'Already registered?',
  logIn: 'Log in',
}

/** The texts about personal data. */
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
