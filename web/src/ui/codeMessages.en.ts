// The field of a second factor's code, and the step of a sign-in that asks for one.
export const english = {
  intro: (email: string) => `One more step for ${email}.`,
  code: 'Code',
  codeHint: 'The 6 digits that your authenticator app shows for Sabi.',
  recovery: 'Recovery code',
  recoveryHint: 'One of those that you kept. Each is good once.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  required: 'Code is required',
  another: 'Use another account',
}
