// The texts beside the form of a mail template.

export const mailTexts = {
  placeholders: 'Placeholders',
  placeholdersHint: 'Each one is replaced by a value in the subject and text. Press to copy.',
  needed: 'required',
  stands: (what: string, sample: string) => `${what}, such as “${sample}”`,
  preview: 'Preview',
  previewHint: 'With sample values, as you type.',
  subject: 'Subject',
  frame: 'How the mail looks',
  asText: 'As plain text',
  unshown: 'This mail cannot be sent:',
  test: 'Test mail',
  testHint: 'Sends the saved template with sample values.',
  testUnsaved: 'Save first. A test mail uses the saved template.',
  testTo: 'Send to',
  send: 'Send a test mail',
  owners: 'Only a super admin can change this mail, because its link gives access to an account.',
}
