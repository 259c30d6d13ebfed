// The grades that a written answer can have, and what each means: to the student who grades their own,
// and to the moderator after them.

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

/** What a grade means. */
export const meaningOf = (step: Step) => meanings[`step${step}`]
