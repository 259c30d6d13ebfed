// The texts for taking a test again.

export const againTexts = {
  notAgain: 'You cannot take this test again: its exam or subjects are closed to you now.',
}
