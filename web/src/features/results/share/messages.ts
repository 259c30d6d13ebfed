// The words of sharing a result.

const share = {
  share: 'Share',
  title: 'Share your result',
  about: 'Nobody sees your name unless you add it.',
  addName: 'Add my name',
  whatsApp: 'WhatsApp',
  opensApp: 'Share on WhatsApp (opens a new tab)',
  asText: 'Share as text',
  asPicture: 'Share as a picture',
  savePicture: 'Save the picture',
  copy: 'Copy the text',
  copied: 'Copied.',
  notCopied: 'This browser does not let Sabi copy. Select the text above and copy it.',
  notShared: 'Sharing did not work. Try another way.',
  close: 'Close',
  text: 'Text to share',
  picture: 'Picture of your result',
  mine: (score: string, test: string) => `I scored ${score} in my ${test}.`,
  of: (name: string, score: string, test: string) => `${name} scored ${score} in the ${test}.`,
  test: (exam: string, assessment: string) => `${exam} ${assessment.toLowerCase()}`,
  practise: (address: string) => `Practise with past questions on Sabi: ${address}`,
  withGrade: (score: string, beside: string) => `${score} (${beside})`,
  scored: (score: string, beside: string) => `${score} ${beside}`,
  yourScore: 'My score',
  scoreOf: (name: string) => `${name}’s score`,
  rightOf: (right: string, all: string) => `${right} of ${all} right`,
  fileName: 'sabi-result.png',
  brand: 'Sabi',
  promise: 'Past questions for JAMB, WAEC, BECE and Post-UTME',
}

export const messages = { share }
