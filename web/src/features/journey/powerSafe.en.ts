export const english = {
  label: 'Power-safe clock',
  text: 'If the power, the battery or the network fails, your time stands still until you are back, for at most an hour in all.',
}
