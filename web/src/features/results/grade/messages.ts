// The texts of grading one's own answers.

export const gradeTexts = {
  title: 'Grade your answers',
  how: 'Compare each answer with the model answer and grade it honestly. Your grades give a provisional result until a moderator grades your answers.',
  answerOf: (subject: string, n: string) => `${subject}, theory question ${n}`,
  yourGrade: 'Your grade',
  blank: 'You wrote nothing here, so it counts as 0%.',
  gradedOf: (n: string, all: string) => `${n} of ${all} graded`,
  averageSoFar: (percent: string) => `average ${percent} so far`,
  submit: 'Submit grades',
  later: 'Later',
  missing: 'Please review and grade all questions to submit.',
  graded: 'Result graded successfully',
  noTheories: 'This test has no theory answers to grade.',
  declared: 'This result has been declared, so its grades cannot be changed.',
  toResult: 'Go to the result',
}
