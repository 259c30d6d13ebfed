export const english = {
  number: 'Number of questions',
  clock: 'Clock',
  powerSafeFact: 'Power-safe: it stops while your device cannot be reached',
  extraTime: 'Extra time',
  extraTimeFact: (percent: string) => `${percent} more than the usual time`,
  from: 'Questions',
  fromMistakes: 'What you got wrong or left open',
  allYears: 'All years',
}
