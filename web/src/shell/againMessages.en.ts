export const english = {
  notAgain: 'You cannot take this test again: its exam or subjects are closed to you now.',
}
