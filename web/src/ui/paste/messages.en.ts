// What is said of a paste.
export const english = {
  notTaken: (what: string) => `Could not be taken over: ${what}.`,
  and: (first: string, last: string) => `${first} and ${last}`,
  formulas: {
    one: '{n} equation (its text is there)',
    other: '{n} equations (their text is there)',
  },
  objects: { one: '{n} drawing or video', other: '{n} drawings or videos' },
  pictures: { one: '{n} picture', other: '{n} pictures' },
  choose: (n: string) => `Choose picture ${n}`,
  missing: 'Picture missing',
  dismiss: 'Hide',
}
