// The texts about subjects that an administrator changed.

export const subjectsChangedTexts = {
  title: (exam: string) => `Your ${exam} subjects have changed`,
  text: (day: string) => `An administrator changed them on ${day}.`,
  added: (subjects: string) => `Added: ${subjects}`,
  removed: (subjects: string) => `Removed: ${subjects}`,
  keptTitle: (exam: string) => `Your ${exam} subjects have not changed`,
  refused: (day: string, subjects: string) =>
    `On ${day} an administrator declined your change to ${subjects}. You can request another one.`,
  seen: 'OK',
}
