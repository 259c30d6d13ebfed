// Quoted to the letter (spec 2 §9).
export const english = {
  step0: 'No Attempt / Very Poor Attempt',
  step25: 'Appropriate Methodology',
  step50: 'Moderate Work Accuracy',
  step75: 'High Work Accuracy',
  step100: 'Appropriate Methodology + Excellent Work Accuracy + Correct Final Answer',
}
