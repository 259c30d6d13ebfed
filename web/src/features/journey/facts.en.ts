export const english = {
  clock: 'Timer',
  powerSafeFact: 'Power-safe: it stops while your device is off or offline',
  extraTime: 'Extra time',
  extraTimeFact: (percent: string) => `${percent} more than the usual time`,
  from: 'Questions',
  fromMistakes: 'The ones you missed',
  allYears: 'All years',
}
