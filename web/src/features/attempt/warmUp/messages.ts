// The texts of the warm-up: five easy questions and what each of them shows.
export const warmUpTexts = {
  title: 'Warm-up',
  exam: 'Five questions to try',
  guide: 'What to try',
  step: (n: string, all: string) => `${n} of ${all}`,
  skip: 'Skip the warm-up',
  steps: [
    {
      say: 'Press an option with the mouse or your finger. Changed your mind? Press another.',
      done: 'That is how you choose. Press Next.',
    },
    {
      say: 'Now without the mouse: press A, B, C or D on the keyboard. On a phone, press the option.',
      done: 'The letters choose. Press N for the next question, or Next.',
    },
    {
      say: 'N goes to the next question and P to the previous one. Go back to question 2, and return.',
      done: 'You can go back at any time. Answer this question, then go on.',
    },
    {
      say: 'Not sure of an answer? Choose one all the same, and press Mark for Review.',
      done: 'The flag stays on its number until you take it away. Go on to the last question.',
    },
    {
      say: 'To finish, press S or Submit Test. You are asked first: Y submits, R returns to the test.',
      done: 'Now press S or Submit Test.',
    },
  ],

  /** The same where there is no keyboard. */
  touchSteps: [
    {
      say: 'Tap an option. Changed your mind? Tap another.',
      done: 'That is how you choose. Tap Next.',
    },
    {
      say: 'In the exam hall you choose with the letters of the keyboard, A to D. Here, tap an option.',
      done: 'Good. Tap Next.',
    },
    {
      say: 'You can always go back. Tap Prev to see question 2 again, then return.',
      done: 'You can go back at any time. Answer this question, then go on.',
    },
    {
      say: 'Not sure of an answer? Choose one all the same, and tap Mark for Review.',
      done: 'The flag stays on its number until you take it away. Go on to the last question.',
    },
    {
      say: 'To finish, tap Submit Test. You are asked first, and can still return to the test.',
      done: 'Now tap Submit Test.',
    },
  ],

  readyTitle: 'You are ready',
  right: (n: string) => `You got ${n} of 5 right.`,
  forPractice: 'These questions were only for practice, and their score is not stored.',
  eightKeys: 'The eight keys of the exam computer',
  keys: [
    ['A B C D', 'Choose an answer'],
    ['P', 'Previous question'],
    ['N', 'Next question'],
    ['S', 'Submit'],
    ['R', 'Return to the test'],
  ] as [string, string][],
  back: 'Continue',
  again: 'Try them again',
}
