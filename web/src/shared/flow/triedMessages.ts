// The words of the scores that a student brought along.

export const triedTexts = {
  title: 'Questions you tried before you joined',
  score: (exam: string, correct: string, total: string) => `${exam}: ${correct} of ${total} right.`,
  apart: 'This score does not count in your results.',
  hide: 'Hide',
}
