// The texts about pasting.

export const pasteTexts = {
  notTaken: (what: string) => `Not pasted: ${what}.`,
  and: (first: string, last: string) => `${first} and ${last}`,
  formulas: {
    one: '{n} equation (pasted as text)',
    other: '{n} equations (pasted as text)',
  },
  objects: { one: '{n} drawing or video', other: '{n} drawings or videos' },
  pictures: { one: '{n} picture', other: '{n} pictures' },
  choose: (n: string) => `Choose picture ${n}`,
  notOnClipboard: 'The clipboard does not contain it.',
  refused: (host: string) => `${host} does not let other sites copy it.`,
  answered: (host: string, status: string) => `${host} answered with error ${status}.`,
  silent: (host: string) => `${host} did not answer in time.`,
  unreadable: 'Sabi cannot read it as a picture.',
  missing: 'Picture missing',
  dismiss: 'Hide',
}
