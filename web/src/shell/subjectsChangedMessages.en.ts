export const english = {
  title: (exam: string) => `Your subjects for ${exam} were changed`,
  text: (day: string) => `An administrator changed them on ${day}.`,
  added: (subjects: string) => `Added: ${subjects}`,
  removed: (subjects: string) => `Removed: ${subjects}`,
  seen: 'OK',
}
