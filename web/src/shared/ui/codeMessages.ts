// The texts of the two-factor code field.

export const codeTexts = {
  intro: (email: string) => `One more step for ${email}.`,
  code: 'Code',
  codeHint: 'The 6-digit code for Sabi in your authenticator app.',
  recovery: 'Recovery code',
  recoveryHint: 'One of the codes you saved. Each works once.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  required: 'Code is required',
  another: 'Use another account',
}
