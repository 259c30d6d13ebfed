// The texts of ending a test that keeps another from being started.

export const endTexts = {
  endFetchedQuestion:
    'End this mock? Answers on this device are submitted. Without any, it is given back, and you can start another one. Answers on another device are lost.',
  openIt: 'Open it',
  openItOf: (mock: string) => `Open ${mock}`,
  giveBack: 'Give back',
  giveBackOf: (mock: string) => `Give back ${mock}`,
}
