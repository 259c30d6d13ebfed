// The texts that only the student's frame shows.

export const readBefore =
  "You're offline. You can read what you opened on this device before, and practise without internet."
