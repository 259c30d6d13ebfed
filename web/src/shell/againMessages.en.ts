export const english = {
  notAgain:
    'This test cannot be taken again: its exam or its subjects are not yours to sit any more.',
}
