// The texts of the kit. Texts that the documents quote for every screen are in the back office's
// messages.

/** A name inside a sentence: "category", but "FAQ". */
const inside = (name: string) => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.toLowerCase())

export const resourceTexts = {
  add: (one: string) => `Add ${inside(one)}`,
  edit: (one: string) => `Edit ${inside(one)}`,
  action: 'Action',
  save: 'Save',
  unsaved: (fields: string) => `Unsaved: ${fields}`,
  saveNew: (one: string) => `Add ${inside(one)}`,
  cancel: 'Cancel',
  back: 'Back to the list',
  required: (label: string) => `${label} is required`,
  search: (many: string) => `Search ${inside(many)}`,
  allOf: (label: string) => `${label}: all`,
  clearFilters: 'Clear search and filters',
  nothingFits: 'Nothing matches the search and filters.',
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
  leaveEmpty: 'Leave empty to keep the current one.',
  noChoices: 'Nothing found',
  notListed: 'No longer in the list',
  none: '–',
  active: 'Active',
  inactive: 'InActive',
  yes: 'Yes',
  no: 'No',
}

export const pictureTexts = {
  choose: 'Choose a picture',
  replace: 'Replace',
  clear: 'Clear',
  keep: 'Keep the current one',
  hint: 'JPG, JPEG, PNG, GIF or WEBP, at most 5 MiB.',
  invalid: 'Please select valid image.',
  tooLarge: 'The picture is larger than 5 MiB.',
  unreadable: 'The picture could not be read. Please choose it again.',
  chosen: (name: string) => `New picture: ${name}`,
  cleared: 'The picture is removed when you save.',
}

/** A pasted picture that is not stored yet, by reason. */
export const pastedTexts = {
  uploading: 'A picture is still being uploaded. Wait a moment, then save again.',
  missing: 'A picture is missing. Choose it below the text, or remove it.',
}

export const leaveTexts = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved yet.',
  stay: 'Stay',
  go: 'Leave',
  ended: 'Your changes are still on this page.',
  logInAgain: 'Log in again (opens a new tab)',
}

export const conflictTexts = {
  title: 'Someone else changed this record',
  by: (who: string, when: string) => `${who} changed this on ${when}, after you opened it.`,
  bySomebody: 'Someone else changed this after you opened it.',
  nothingLost: 'Your changes are not saved yet, and nothing is lost.',
  retry: 'Try again',
  merge: 'Add my changes to theirs',
  mergeHint: 'The form will then show the merged record. Nothing is saved until you press Save.',
  takeTheirs: 'Discard my changes',
  field: 'Field',
  theirs: 'Theirs',
  yours: 'Yours',
  merged: 'Merged',
  same: 'Both versions are the same.',
  mergedTitle: 'Merged, not saved yet',
  mergedFields: (labels: string) => `Taken from the other editor: ${labels}.`,
  mergedNothing: 'The other editor changed nothing else.',
  mergedNext: 'Check the form, then press Save.',
}

/** A record that was deleted while it was edited. */
export const goneTexts = {
  title: 'This record has been deleted',
  text: 'Someone deleted it while you were editing. Your changes are still in the form.',
  addAsNew: 'Add as new',
}

/** The add form of assessments if all modes exist. */
export const allModesTexts = {
  title: 'All three modes of assessment already exist',
  text: 'Study, practice and mock exist once each. Edit one of them instead.',
}

// Texts shared by lists: exports and filters.
export const listToolTexts = {
  exportList: 'Export',
  csv: 'As CSV',
  xlsx: 'As Excel workbook',
  jsonl: 'As JSON lines',
  subject: 'Subject',
  subjectOf: (subject: string, exam: string) => `${subject} (${exam})`,
  period: 'Period',
  anyTime: 'Any time',
  periods: { today: 'Today', week: '7 days', days30: '30 days', month: 'This month' },
  changeAll: { one: 'Change the only one', other: 'Change all {n}' },
  allThatMatch: {
    one: 'The only row that matches the search and filters.',
    other: 'All {n} rows that match the search and filters, on every page.',
  },
  allOfList: {
    one: 'The only row of this list.',
    other: 'All {n} rows of this list, on every page.',
  },
  change: 'Change',
  chooseChange: 'Choose a change',
  changeNow: { one: 'Change {n} row', other: 'Change {n} rows' },
  changedAll: { one: '{n} row changed.', other: '{n} rows changed.' },
  refusedOfAll: {
    one: '{n} withdrawn question stays as it is.',
    other: '{n} withdrawn questions stay as they are.',
  },
  from: 'From date',
  to: 'To date',
}
