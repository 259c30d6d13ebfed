export const english = {
  label: 'Power-safe clock',
  text: 'If your power, battery or network fails, your time stops until you are back, for up to an hour in all.',
}
