// The grades of a written answer and their meanings, for students who grade their own answers and
// for moderators.

export const meanings = {
  step0: 'No Attempt / Very Poor Attempt',
  step25: 'Appropriate Methodology',
  step50: 'Moderate Work Accuracy',
  step75: 'High Work Accuracy',
  step100: 'Appropriate Methodology + Excellent Work Accuracy + Correct Final Answer',
}

/** In percent (spec 2 §9). */
export const steps = [0, 25, 50, 75, 100] as const
export type Step = (typeof steps)[number]

/** The meaning of a grade. */
export const meaningOf = (step: Step) => meanings[`step${step}`]
