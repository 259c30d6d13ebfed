// The texts of the editor of rich text.
import type { StructureName } from './MathsDialog'

const names: Record<StructureName, string> = {
  fraction: 'Fraction',
  root: 'Square root',
  nthRoot: 'Other root',
  power: 'Power',
  index: 'Index',
  matrix: 'Matrix',
  vector: 'Vector',
  sum: 'Sum',
  integral: 'Integral',
  log: 'Logarithm',
  lessOrEqual: 'Less than or equal to',
  greaterOrEqual: 'Greater than or equal to',
  notEqual: 'Not equal to',
  times: 'Times',
  divided: 'Divided by',
  plusMinus: 'Plus or minus',
  degree: 'Degrees',
  pi: 'Pi',
  theta: 'Theta',
  angle: 'Angle',
  arrow: 'Arrow',
  naira: 'Naira',
}

export const editorTexts = {
  toolbarOf: (field: string) => `Formatting of ${field}`,
  formula: 'Formula',
  formulaKeys: 'Formula (Alt =)',
  formulaHint:
    'Choose a structure or type LaTeX. Tab goes to the next empty braces, Enter inserts the formula.',
  structures: 'Structures and signs',
  preview: 'Preview',
  previewEmpty: 'The formula appears here as you write it.',
  noPreview: 'The preview could not be loaded. Check your connection and try again.',
  insert: 'Insert',
  change: 'Change',
  cancel: 'Cancel',
  names,
}

/** The texts about pasting. */
export const pasteTexts = {
  notTaken: (what: string) => `Not pasted: ${what}.`,
  and: (first: string, last: string) => `${first} and ${last}`,
  formulas: {
    one: '{n} equation (pasted as text)',
    other: '{n} equations (pasted as text)',
  },
  objects: { one: '{n} drawing or video', other: '{n} drawings or videos' },
  pictures: { one: '{n} picture', other: '{n} pictures' },
  choose: (n: string) => `Choose picture ${n}`,
  notOnClipboard: 'The clipboard does not contain it.',
  refused: (host: string) => `${host} does not let other sites copy it.`,
  answered: (host: string, status: string) => `${host} answered with error ${status}.`,
  silent: (host: string) => `${host} did not answer in time.`,
  unreadable: 'Sabi cannot read it as a picture.',
  missing: 'Picture missing',
  dismiss: 'Hide',
}
