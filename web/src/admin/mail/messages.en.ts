// The words beside the form of a mail's template.
export const mailEnglish = {
  placeholders: 'Placeholders',
  placeholdersHint: 'They stand for a value in the subject and the text. Press one to copy it.',
  needed: 'needed',
  stands: (what: string, sample: string) => `${what}, such as “${sample}”`,
  preview: 'Preview',
  previewHint: 'With samples in the place of the values, as you type.',
  subject: 'Subject',
  frame: 'The mail as it looks',
  asText: 'As plain text',
  unshown: 'With these words it could not be sent:',
  test: 'Test mail',
  testHint: 'The words that are saved, filled with samples.',
  testUnsaved: 'Save first: a test mail has the words that are saved.',
  testTo: 'Send to',
  send: 'Send a test mail',
  owners: 'Only a super admin may change this mail: with it accounts are opened.',
}
