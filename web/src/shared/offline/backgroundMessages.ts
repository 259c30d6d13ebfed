// The texts of what runs in the background on a device that is set up for practice without internet.

export const backgroundTexts = {
  neverRead:
    'You are offline, and you have not opened this on this device before. Open it once with internet, then you can read it here any time.',
  inMock: 'You can see this again once your mock is over.',
}
