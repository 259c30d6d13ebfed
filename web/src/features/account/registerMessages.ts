// The texts of registration.

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
