export const english = {
  notAgain: 'This test cannot be taken again: you can no longer sit its exam or its subjects.',
}
