// The texts of the report dialog, loaded with the button that opens it.

export const reportTexts = {
  report: 'Report this question',
  broken: 'This question is broken',
  reported: 'You have reported this question.',

  title: 'Report this question',
  reason: 'What is wrong with it?',
  pleaseChoose: 'Please choose',
  chooseReason: 'Please choose what is wrong.',
  'wrong-key': 'The answer marked as correct is wrong',
  unclear: 'It is unclear or has more than one right answer',
  typo: 'It has a spelling or typing mistake',
  picture: 'The picture is missing or wrong',
  outdated: 'It is out of date',
  other: 'Something else',
  words: 'In your own words',
  wordsText: 'The more you tell us, the sooner we fix it.',
  sayWhat: 'Please say what is wrong.',
  send: 'Send report',
  cancel: 'Cancel',
  close: 'Close',
}
