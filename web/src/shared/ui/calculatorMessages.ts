// The texts of the calculator, loaded with it.

export const calculatorTexts = {
  invalid: 'Invalid Mathematical Equation',
  expression: 'Expression',
  rounded: 'Results are rounded to two decimals.',
  clear: 'Clear',
  backspace: 'Backspace',
  percent: 'Percent',
  divide: 'Divide',
  multiply: 'Multiply',
  minus: 'Minus',
  plus: 'Plus',
  point: 'Point',
  equals: 'Equals',
}
