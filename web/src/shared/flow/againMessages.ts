// The texts for sitting a test again.

export const messages = {
  notAgain: 'You cannot take this test again: its exam or subjects are closed to you now.',
}
