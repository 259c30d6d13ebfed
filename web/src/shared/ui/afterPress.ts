// What appears while a button is pressed can move the button away, so that the press does nothing.

const waiting: (() => void)[] = []
let isPressed = false

window.addEventListener('mousedown', () => setPressed(true), true)
// Its click comes first.
window.addEventListener('mouseup', () => setTimeout(setPressed, 0, false), true)

function setPressed(is: boolean) {
  isPressed = is
  if (!is) for (const act of waiting.splice(0)) act()
}

/** Calls back when the press that is under way has ended; at once without one. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
