// The texts of the ruler with the bands of advice.

export const adviceTexts = {
  title: 'From 0% to 100%',
  band: (title: string, from: number, to: number) => `${title}: ${from}% to ${to}%`,
  inactive: (band: string) => `${band}, InActive`,
  whole: 'Every percentage is covered once.',
  gap: (from: number, to: number) =>
    from === to ? `No advice at ${from}%` : `No advice from ${from}% to ${to}%`,
  overlap: (one: string, other: string, from: number, to: number) =>
    `“${one}” and “${other}” overlap from ${from}% to ${to}%`,
  this: 'This advice',
}
