export const english = {
  subjects: { one: '{n} subject', other: '{n} subjects' },
  years: { one: '{n} year', other: '{n} years' },
  questions: { one: '{n} question', other: '{n} questions' },
}
