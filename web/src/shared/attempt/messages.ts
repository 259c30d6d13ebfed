// The words of an attempt that are shown on more screens than its window.

export const attemptTexts = {
  unnamed: 'A test',
  brokenBrowser:
    'Sabi does not work well in this browser. Your answers are kept on this device. Update the browser, then open Sabi in it again.',
}
