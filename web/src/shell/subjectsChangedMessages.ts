// The words for subjects that an administrator changed.

const subjectsChanged = {
  title: (exam: string) => `Your subjects for ${exam} were changed`,
  text: (day: string) => `An administrator changed them on ${day}.`,
  added: (subjects: string) => `Added: ${subjects}`,
  removed: (subjects: string) => `Removed: ${subjects}`,
  keptTitle: (exam: string) => `Your subjects for ${exam} stay as they are`,
  refused: (day: string, subjects: string) =>
    `On ${day} an administrator refused the change to ${subjects}. You can ask for another one.`,
  seen: 'OK',
}

export const messages = { subjectsChanged }
