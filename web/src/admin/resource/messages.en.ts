// The words of the kit that every entity shares; an entity's own stand in its declaration.

/** A name inside a sentence: "category", but "FAQ". */
const inside = (name: string) => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.toLowerCase())

export const kit = {
  add: (one: string) => `Add ${inside(one)}`,
  edit: (one: string) => `Edit ${inside(one)}`,
  action: 'Action',
  save: 'Save',
  saveNew: (one: string) => `Add ${inside(one)}`,
  cancel: 'Cancel',
  back: 'Back to the list',
  required: (label: string) => `${label} is required`,
  search: (many: string) => `Search ${inside(many)}`,
  allOf: (label: string) => `${label}: all`,
  clearFilters: 'Clear search and filters',
  nothingFits: 'Nothing fits the search and the filters.',
  editRow: (name: string) => `Edit: ${name}`,
  deleteRow: (name: string) => `Delete: ${name}`,
  view: 'View',
  viewOf: (many: string, name: string) => `View ${inside(many)} of ${name}`,
  chosen: (n: number) => `${n} selected`,
  clearChosen: 'Clear selection',
  deleteSelected: 'Delete selected',
  selectRow: (name: string) => `Select ${name}`,
  selectAll: 'Select All',
  clearAll: 'Clear all',
  editorNotLoaded: 'The editor could not be loaded. Check your connection and try again.',
  leaveEmpty: 'Leave it empty to keep the present one.',
  noChoices: 'Nothing found',
  notListed: 'No longer in the list',
  none: '–',
  active: 'Active',
  inactive: 'InActive',
  yes: 'Yes',
  no: 'No',
}

export const picture = {
  choose: 'Choose a picture',
  replace: 'Replace',
  clear: 'Clear',
  keep: 'Keep the present one',
  hint: 'JPG, JPEG, PNG or GIF, at most 5 MiB.',
  invalid: 'Please select valid image.',
  tooLarge: 'The picture is larger than 5 MiB.',
  unreadable: 'The picture could not be read. Please choose it again.',
  chosen: (name: string) => `New picture: ${name}`,
  cleared: 'The picture goes when you save.',
}

export const leave = {
  title: 'Leave without saving?',
  text: 'What you have changed on this page is not saved yet.',
  stay: 'Stay',
  go: 'Leave',
  ended: 'What you typed stays on this page.',
  logInAgain: 'Log in again (opens a new tab)',
}

export const conflict = {
  title: 'Changed by somebody else meanwhile',
  by: (who: string, when: string) => `${who} changed this on ${when}, after you opened it.`,
  bySomebody: 'Somebody else changed this after you opened it.',
  nothingLost: 'Nothing of yours is saved yet, and nothing is lost.',
  seeTheirs: 'See theirs',
  keepMine: 'Keep mine',
  keepMineHint: 'Keeping yours saves only what you changed; the rest stays theirs.',
  takeTheirs: 'Take theirs',
  field: 'Field',
  theirs: 'Theirs',
  yours: 'Yours',
  same: 'Both say the same.',
}
