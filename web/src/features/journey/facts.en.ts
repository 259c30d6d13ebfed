export const english = {
  clock: 'Clock',
  powerSafeFact: 'Power-safe: it stands still while your device is silent',
  extraTime: 'Extra time',
  extraTimeFact: (percent: string) => `${percent} more than others have`,
  from: 'Questions',
  fromMistakes: 'What you got wrong or left open',
  allYears: 'All years',
}
