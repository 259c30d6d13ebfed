// The texts of the list of all questions.

export const questionListTexts = {
  title: 'All questions',
  back: 'Back to the test',
  show: 'Show',
  all: 'All',
  unanswered: 'Unanswered',
  answered: 'Answered',
  marked: 'Marked for review',
  theoriesOf: (subject: string) => `${subject}, SUBJECTIVE`,
  none: 'None.',
}
