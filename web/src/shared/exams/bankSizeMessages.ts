// The texts for the size of the question bank.

export const bankSizeTexts = {
  subjects: { one: '{n} subject', other: '{n} subjects' },
  years: { one: '{n} year', other: '{n} years' },
  questions: { one: '{n} question', other: '{n} questions' },
}
