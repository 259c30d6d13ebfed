// The texts of the command palette and of the list of shortcuts.

export const words = {
  open: 'Search or go to',
  openKeys: (keys: string) => `Search or go to (${keys})`,
  placeholder: 'A screen, a subject, a question, a name …',
  results: 'Results',
  screens: 'Go to',
  adding: 'Add',
  questions: 'Questions',
  theories: 'Theory questions',
  by: (what: string, who: string) => `${what} · ${who}`,
  nothing: 'Nothing found',
  failed: 'Some results could not be loaded. Check your connection and try again.',
  found: { one: '{n} result', other: '{n} results' },
  hint: 'Choose with the arrow keys, open with Enter.',
  keys: 'Keyboard shortcuts',
  close: 'Close',
  anywhere: 'Anywhere',
  inLists: 'In a list',
  inForms: 'In a form',
  palette: 'Search screens and records',
  help: 'Show keyboard shortcuts',
  next: 'Next row',
  previous: 'Previous row',
  openRow: 'Open the row',
  edit: 'Edit the row',
  choose: 'Select the row',
  delete: 'Delete the row (asks first)',
  search: 'Search the list',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  add: 'Add a new one',
  save: 'Save, also from inside a field',
  another: 'Add, and write another one',
  toolbar: 'To the formatting of a text, and back',
  before: 'Previous question, outside the fields',
  after: 'Next question, outside the fields',
  grade: 'Grade this answer, lowest to highest',
  or: 'or',
  single: 'Single keys',
  singleHint:
    'Turn them off if speech input or another tool types letters. Shortcuts with Ctrl stay on.',
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The name of the modifier key on this keyboard. */
export const mod = isApple ? '⌘' : 'Ctrl'
