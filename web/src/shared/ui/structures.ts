// The structures of school papers: what a button shows, and what it puts into a formula. The cursor
// goes into the first empty braces.

export const structures = [
  { name: 'fraction', shown: '\\frac{a}{b}', put: '\\frac{}{}' },
  { name: 'root', shown: '\\sqrt{a}', put: '\\sqrt{}' },
  { name: 'nthRoot', shown: '\\sqrt[n]{a}', put: '\\sqrt[n]{}' },
  { name: 'power', shown: 'a^{n}', put: '^{}' },
  { name: 'index', shown: 'a_{n}', put: '_{}' },
  { name: 'matrix', shown: '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}', put: matrix() },
  { name: 'vector', shown: '\\vec{a}', put: '\\vec{}' },
  { name: 'sum', shown: '\\sum_{a}^{b}', put: '\\sum_{}^{}' },
  { name: 'integral', shown: '\\int_{a}^{b}', put: '\\int_{}^{}' },
  { name: 'log', shown: '\\log_{a}', put: '\\log_{}' },
  { name: 'lessOrEqual', shown: '\\le', put: '\\le' },
  { name: 'greaterOrEqual', shown: '\\ge', put: '\\ge' },
  { name: 'notEqual', shown: '\\ne', put: '\\ne' },
  { name: 'times', shown: '\\times', put: '\\times' },
  { name: 'divided', shown: '\\div', put: '\\div' },
  { name: 'plusMinus', shown: '\\pm', put: '\\pm' },
  { name: 'degree', shown: '^{\\circ}', put: '^{\\circ}' },
  { name: 'pi', shown: '\\pi', put: '\\pi' },
  { name: 'theta', shown: '\\theta', put: '\\theta' },
  { name: 'angle', shown: '\\angle', put: '\\angle' },
  { name: 'arrow', shown: '\\rightarrow', put: '\\rightarrow' },
  { name: 'naira', shown: '₦', put: '₦' },
] as const

export type StructureName = (typeof structures)[number]['name']

/** Two rows of two, each in braces of its own, so that Tab leads from one to the next. */
function matrix() {
  return '\\begin{pmatrix}{}&{}\\\\{}&{}\\end{pmatrix}'
}
