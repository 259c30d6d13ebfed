// The words for the size of a bank.

const bankSize = {
  subjects: { one: '{n} subject', other: '{n} subjects' },
  years: { one: '{n} year', other: '{n} years' },
  questions: { one: '{n} question', other: '{n} questions' },
}

export const messages = { bankSize }
